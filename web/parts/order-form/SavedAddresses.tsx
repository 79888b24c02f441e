import { offeredAddresses, toSavedDelivery } from '@handsfree/core/account'
import type { QrSite, SavedEntry } from '@handsfree/core/contract'
import { useIntl } from 'react-intl'
import { changeDraft, type SectionProps, useIsEditable } from './form-fields.ts'
import { SavedOffers } from './SavedOffers.tsx'

type SavedAddressesProps = SectionProps & {
  place: QrSite
  saved: readonly SavedEntry[]
  onChosen?: () => void
}

export function SavedAddresses({ form, place, saved, onChosen }: SavedAddressesProps) {
  const intl = useIntl()
  const isEditable = useIsEditable(form)
  return (
    <SavedOffers
      label={intl.formatMessage({ id: 'saved.addresses' })}
      entries={offeredAddresses(saved, place)}
      nameOf={({ content }) => content.address}
      disabled={!isEditable}
      onChoose={({ content }) => {
        changeDraft(form, { delivery: toSavedDelivery(content) })
        onChosen?.()
      }}
    />
  )
}
