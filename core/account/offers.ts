import type { DeliveryChoice, DraftReceiver } from '../booking/draft-shape.ts'
import type { SavedContent, SavedEntry } from '../contract/saved.ts'
import type { QrSite } from '../contract/site.ts'
import { cleanLine } from '../lib/clean.ts'

export type SavedOf<Kind extends SavedContent['kind']> = SavedEntry & {
  content: Extract<SavedContent, { kind: Kind }>
}

/** Saved recipients other than the one already filled in. */
export const offeredReceivers = (list: readonly SavedEntry[], receiver: DraftReceiver) =>
  list.filter(
    (entry): entry is SavedOf<'receiver'> =>
      entry.content.kind === 'receiver' &&
      !(
        receiver.who === 'other' &&
        entry.content.dialCode === receiver.dialCode &&
        entry.content.phoneNumber === receiver.phoneNumber &&
        entry.content.name === cleanLine(receiver.name)
      ),
  )

export const offeredAddresses = (
  list: readonly SavedEntry[],
  { serviceAreas }: Pick<QrSite, 'serviceAreas'>,
) =>
  list.filter(
    (entry): entry is SavedOf<'address'> =>
      entry.content.kind === 'address' &&
      serviceAreas.some(
        ({ regionId }) => entry.content.kind === 'address' && entry.content.regionId === regionId,
      ),
  )

/** Converts a saved recipient to a draft receiver. `save` marks it as used with this order. */
export const toDraftReceiver = ({ kind: _, ...receiver }: SavedOf<'receiver'>['content']): DraftReceiver => ({
  who: 'other',
  ...receiver,
  save: true,
})

/** Converts a saved address to a delivery choice. `save` marks it as used with this order. */
export const toSavedDelivery = ({ kind: _, ...address }: SavedOf<'address'>['content']): DeliveryChoice => ({
  kind: 'custom',
  ...address,
  save: true,
})
