import { selectPlace } from '@handsfree/core/order'
import { useSelector } from '@xstate/react'
import { useIntl } from 'react-intl'
import { formatMaskedPhone, joinParts } from '../../format/index.ts'
import { ChipGroup } from '../../ui/index.ts'
import { FormPart } from './FormPart.tsx'
import styles from './OrderForm.module.css'
import { ReceiverFields } from './ReceiverFields.tsx'
import { type SectionProps, useDraftField, useIsEditable } from './useField.ts'

export function ReceiverPart({ placement }: SectionProps) {
  const intl = useIntl()
  const place = useSelector(placement, selectPlace)
  const receiver = useDraftField(placement, 'receiver')
  const isEditable = useIsEditable(placement)
  // A profile that lacks its name or number is completed here.
  const isKnown = useSelector(placement, ({ context }) => {
    const me = context.me()
    return me.name !== '' && me.phoneNumber !== ''
  })
  if (!place) return null
  return (
    <FormPart
      placement={placement}
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
        onChange={(who) => placement.send({ type: 'receiver.choose', who })}
      />
      {receiver.who === 'me' && isKnown ? (
        <p className={styles.me}>
          {receiver.name}
          <span className="figures">{formatMaskedPhone(receiver)}</span>
        </p>
      ) : (
        <ReceiverFields placement={placement} />
      )}
    </FormPart>
  )
}
