import { type DraftFormActor, selectDraft } from '@handsfree/core/booking'
import { formatMaskedPhone, joinParts } from '@handsfree/core/i18n'
import { useSelector } from '@xstate/react'
import { useIntl } from 'react-intl'
import { FormPart } from '../parts/order-form/FormPart.tsx'
import { ReceiverFields } from '../parts/order-form/ReceiverFields.tsx'

/** The recipient of someone else's order, who is never the employee. */
export function RecipientPart({ form }: { form: DraftFormActor }) {
  const intl = useIntl()
  const { receiver } = useSelector(form, selectDraft)
  return (
    <FormPart
      form={form}
      part="receiver"
      title={intl.formatMessage({ id: 'orderForm.receiver' })}
      summary={joinParts([receiver.name, formatMaskedPhone(receiver)])}
    >
      <ReceiverFields form={form} saved={[]} canSave={false} />
    </FormPart>
  )
}
