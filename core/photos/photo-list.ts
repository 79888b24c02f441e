import type { Subscribable } from 'xstate'
import type { PhotoActor } from './photo.machine.ts'

type Photos = readonly PhotoActor[]

export const photoUrls = (photos: Photos): string[] =>
  photos.flatMap((photo) => photo.getSnapshot().context.url ?? [])

/** Keys of photos that aren't uploaded. Skips photos that aren't stored yet, since a reload couldn't restore them. */
const keysOf = (photos: Photos, name: 'heldKey' | 'sendingKey'): string[] =>
  photos.flatMap((photo) => {
    const snapshot = photo.getSnapshot()
    const { from, prepared, url, [name]: key } = snapshot.context
    if (url !== null || key === null) return []
    const isStoring = snapshot.matches('holding') || snapshot.matches({ held: 'storing' })
    const isStored = from.kind === 'held' || (prepared !== null && !isStoring)
    return isStored ? key : []
  })

/** Keys of photos held on the device until sign-in, in order. */
export const heldKeys = (photos: Photos): string[] => keysOf(photos, 'heldKey')

/** Keys of photos held on the device during upload, in order. */
export const sendingKeys = (photos: Photos): string[] => keysOf(photos, 'sendingKey')

/** The part of the photos that survives a reload: URLs of uploaded ones, and keys of those held on the device. */
export const storedPhotos = (photos: Photos): { urls: string[]; held: string[] } => ({
  urls: photoUrls(photos),
  held: [...heldKeys(photos), ...sendingKeys(photos)],
})

/** Counts: in total, in progress, waiting for an account, and failed. */
export type PhotoSummary = { total: number; busy: number; held: number; failed: number }

export function summarizePhotos(photos: Photos): PhotoSummary {
  const snapshots = photos.map((photo) => photo.getSnapshot())
  return {
    total: snapshots.length,
    busy: snapshots.filter((snapshot) => snapshot.hasTag('busy')).length,
    held: snapshots.filter((snapshot) => snapshot.matches('held')).length,
    failed: snapshots.filter((snapshot) => snapshot.matches('failed')).length,
  }
}

type WithPhotos = { context: { photos: Photos } }

export type PhotoOwner = Subscribable<WithPhotos> & { getSnapshot(): WithPhotos }

/** Frees the previews of removed photos, and all previews when the owner stops. */
export function releasePreviews(owner: PhotoOwner): void {
  let ownedPhotos: Photos = owner.getSnapshot().context.photos
  const releaseMissing = (currentPhotos: Photos) => {
    for (const photo of ownedPhotos) {
      if (!currentPhotos.includes(photo)) photo.getSnapshot().context.prepared?.release?.()
    }
    ownedPhotos = currentPhotos
  }
  owner.subscribe({
    next: ({ context }) => releaseMissing(context.photos),
    complete: () => releaseMissing([]),
  })
}
