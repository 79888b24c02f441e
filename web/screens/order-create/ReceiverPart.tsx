import type { SavedEntry } from '@handsfree/core/api'
import { selectPlace } from '@handsfree/core/order'
import { offeredReceivers, toDraftReceiver } from '@handsfree/core/saved'
import { useIntl } from 'react-intl'
import { formatMaskedPhone, joinParts } from '../../format/index.ts'
import { usePlacementSelector } from '../../order/usePlacementSelector.ts'
import { ChipGroup } from '../../ui/index.ts'
import { FormPart } from './FormPart.tsx'
import styles from './OrderForm.module.css'
import { ReceiverFields } from './ReceiverFields.tsx'
import { SavedOffers } from './SavedOffers.tsx'
import { changeDraft, chooseFirst, type SectionProps, useDraftField, useIsEditable } from './useField.ts'

type ReceiverPartProps = SectionProps & {
  saved: readonly SavedEntry[]
  /** Whether the order is a new one, which a recipient can be saved with. */
  canSave?: boolean
}

export function ReceiverPart({ placement, saved, canSave = false }: ReceiverPartProps) {
  const intl = useIntl()
  const place = usePlacementSelector(placement, selectPlace)
  const receiver = useDraftField(placement, 'receiver')
  const isEditable = useIsEditable(placement)
  // A profile that lacks its name or number is completed here.
  const isKnown = usePlacementSelector(placement, ({ context }) => {
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
        onChange={(who) => chooseFirst(() => placement.send({ type: 'receiver.choose', who }))}
      />
      <SavedOffers
        label={intl.formatMessage({ id: 'saved.receivers' })}
        entries={offeredReceivers(saved, receiver)}
        nameOf={({ content }) => content.name}
        disabled={!isEditable}
        onChoose={({ content }) => changeDraft(placement, { receiver: toDraftReceiver(content) })}
      />
      {receiver.who === 'me' && isKnown ? (
        <p className={styles.me}>
          {receiver.name}
          <span className="figures">{formatMaskedPhone(receiver)}</span>
        </p>
      ) : (
        <ReceiverFields placement={placement} saved={saved} canSave={canSave} />
      )}
    </FormPart>
  )
}
