import type { SnapshotFrom } from 'xstate'
import type { PhotoActor } from './photo.machine.ts'
import type { PhotoInput } from './photo.ts'
import { heldKeys, photoUrls } from './photo-list.ts'
import type { photoSetMachine } from './photo-set.machine.ts'

/** Addresses of photos that are uploaded, and keys of those that are held on the device. */
export type PhotosOfDraft = { urls: readonly string[]; held: readonly string[] }

type Photos = readonly PhotoActor[]

/** What an earlier visit left, as photos begin. */
export const leftPhotos = ({
  urls,
  held,
}: PhotosOfDraft): Pick<PhotoInput, 'from' | 'heldKey' | 'sendingKey'>[] => [
  ...urls.map((url) => ({ from: { kind: 'uploaded' as const, url }, heldKey: null, sendingKey: null })),
  ...held.map((heldKey) => ({ from: { kind: 'held' as const }, heldKey, sendingKey: null })),
]

/** Whether a draft has a photo. One that is on its way, and held nowhere, is not listed yet. */
export function isListed(photo: PhotoActor, { urls, held }: PhotosOfDraft): boolean {
  const { url } = photo.getSnapshot().context
  if (url !== null) return urls.includes(url)
  return heldKeys([photo]).every((key) => held.includes(key))
}

/** What a draft has beside these photos. */
export function newOf({ urls, held }: PhotosOfDraft, photos: Photos): PhotosOfDraft {
  const [knownUrls, knownKeys] = [photoUrls(photos), heldKeys(photos)]
  return {
    urls: urls.filter((url) => !knownUrls.includes(url)),
    held: held.filter((key) => !knownKeys.includes(key)),
  }
}

const haveSame = (some: readonly string[], others: readonly string[]): boolean =>
  some.length === others.length && some.every((one) => others.includes(one))

/** Whether a draft has just these photos. */
export const isSame = ({ urls, held }: PhotosOfDraft, photos: Photos): boolean =>
  haveSame(photoUrls(photos), urls) && haveSame(heldKeys(photos), held)

type PhotoSetSnapshot = SnapshotFrom<typeof photoSetMachine>

export const selectPhotos = (snapshot: PhotoSetSnapshot) => snapshot.context.photos
/** How many of the pictures chosen last found no room. */
export const selectPhotosLeftOut = (snapshot: PhotoSetSnapshot) => snapshot.context.photosLeftOut
export const selectCanAddPhotos = (snapshot: PhotoSetSnapshot) => snapshot.matches('open')
