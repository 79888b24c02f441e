import { offeredReceivers, toDraftReceiver } from '@handsfree/core/account'
import type { SavedEntry } from '@handsfree/core/contract'
import { formatMaskedPhone, joinParts } from '@handsfree/core/i18n'
import { useIntl } from 'react-intl'
import { FormPart } from '../../parts/order-form/FormPart.tsx'
import {
  changeDraft,
  chooseSynchronously,
  type SectionProps,
  useDraftField,
  useIsEditable,
} from '../../parts/order-form/form-fields.ts'
import styles from '../../parts/order-form/OrderForm.module.css'
import { ReceiverFields } from '../../parts/order-form/ReceiverFields.tsx'
import { SavedOffers } from '../../parts/order-form/SavedOffers.tsx'
import { useFormSelector } from '../../parts/order-form/useFormSelector.ts'
import { ChipGroup } from '../../ui/index.ts'

type ReceiverPartProps = SectionProps & {
  saved: readonly SavedEntry[]
  /** New orders can save the recipient; changes can't. */
  canSave?: boolean
}

export function ReceiverPart({ form, saved, canSave = false }: ReceiverPartProps) {
  const intl = useIntl()
  const receiver = useDraftField(form, 'receiver')
  const isEditable = useIsEditable(form)
  const isProfileComplete = useFormSelector(form, ({ context }) => {
    const me = context.me()
    return me.name !== '' && me.phoneNumber !== ''
  })
  return (
    <FormPart
      form={form}
      part="receiver"
      title={intl.formatMessage({ id: 'orderForm.receiver' })}
      summary={joinParts([receiver.name, formatMaskedPhone(receiver)])}
    >
      <ChipGroup
        label={intl.formatMessage({ id: 'orderForm.receiver' })}
        value={receiver.who}
        options={(['me', 'other'] as const).map((who) => ({
          value: who,
          label: intl.formatMessage({ id: `orderForm.receiver.${who}` }),
          disabled: !isEditable,
        }))}
        onChange={(who) => chooseSynchronously(() => form.send({ type: 'receiver.choose', who }))}
      />
      <SavedOffers
        label={intl.formatMessage({ id: 'saved.receivers' })}
        entries={offeredReceivers(saved, receiver)}
        nameOf={({ content }) => content.name}
        disabled={!isEditable}
        onChoose={({ content }) => changeDraft(form, { receiver: toDraftReceiver(content) })}
      />
      {receiver.who === 'me' && isProfileComplete ? (
        <p className={styles.me}>
          {receiver.name}
          <span className="figures">{formatMaskedPhone(receiver)}</span>
        </p>
      ) : (
        <ReceiverFields form={form} saved={saved} canSave={canSave} />
      )}
    </FormPart>
  )
}
