import type { Subscribable } from 'xstate'
import type { PhotoActor } from './photo.machine.ts'

type Photos = readonly PhotoActor[]

/** Addresses of the photos that are uploaded, in their order. */
export const photoUrls = (photos: Photos): string[] =>
  photos.flatMap((photo) => photo.getSnapshot().context.url ?? [])

/** Keys of photos that are not uploaded. One that is not on the device yet is left out: a reload would not find it. */
const keysOf = (photos: Photos, name: 'heldKey' | 'sendingKey'): string[] =>
  photos.flatMap((photo) => {
    const snapshot = photo.getSnapshot()
    const { from, prepared, url, [name]: key } = snapshot.context
    if (url !== null || key === null) return []
    const isStoring = snapshot.matches('holding') || snapshot.matches({ held: 'storing' })
    return from.kind === 'held' || (prepared !== null && !isStoring) ? key : []
  })

/** Keys of the photos that are held on the device and not uploaded, in their order. */
export const heldKeys = (photos: Photos): string[] => keysOf(photos, 'heldKey')

/** Keys of the photos that are held on the device while they are sent, in their order. */
export const sendingKeys = (photos: Photos): string[] => keysOf(photos, 'sendingKey')

/** How many photos there are, how many are on their way, wait for an account, and failed. */
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

/** A form with photos. */
export type PhotoOwner = Subscribable<WithPhotos> & { getSnapshot(): WithPhotos }

/** Gives back the memory of previews whose photo was taken away, and of all when their owner ends. */
export function releasePreviews(owner: PhotoOwner): void {
  let known: Photos = owner.getSnapshot().context.photos
  const keepOnly = (photos: Photos) => {
    for (const photo of known) {
      if (!photos.includes(photo)) photo.getSnapshot().context.prepared?.release?.()
    }
    known = photos
  }
  owner.subscribe({ next: ({ context }) => keepOnly(context.photos), complete: () => keepOnly([]) })
}
