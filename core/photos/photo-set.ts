import type { SnapshotFrom } from 'xstate'
import type { PhotoActor } from './photo.machine.ts'
import type { PhotoInput } from './photo.ts'
import { heldKeys, photoUrls } from './photo-list.ts'
import type { photoSetMachine } from './photo-set.machine.ts'

/** URLs of uploaded photos, and keys of those held on the device. */
export type PhotosOfDraft = { urls: readonly string[]; held: readonly string[] }

type Photos = readonly PhotoActor[]

/** Inputs of photos from an earlier visit. */
export const restoredPhotoInputs = ({
  urls,
  held,
}: PhotosOfDraft): Pick<PhotoInput, 'from' | 'heldKey' | 'sendingKey'>[] => [
  ...urls.map((url) => ({ from: { kind: 'uploaded' as const, url }, heldKey: null, sendingKey: null })),
  ...held.map((heldKey) => ({ from: { kind: 'held' as const }, heldKey, sendingKey: null })),
]

/** Whether a draft lists a photo. A photo that is uploading and not held on the device counts as listed. */
export function isListed(photo: PhotoActor, { urls, held }: PhotosOfDraft): boolean {
  const { url } = photo.getSnapshot().context
  if (url !== null) return urls.includes(url)
  return heldKeys([photo]).every((key) => held.includes(key))
}

/** The part of a draft's photos that is missing from `photos`. */
export function missingPhotos({ urls, held }: PhotosOfDraft, photos: Photos): PhotosOfDraft {
  const [knownUrls, knownKeys] = [photoUrls(photos), heldKeys(photos)]
  return {
    urls: urls.filter((url) => !knownUrls.includes(url)),
    held: held.filter((key) => !knownKeys.includes(key)),
  }
}

const haveSameItems = (some: readonly string[], others: readonly string[]): boolean =>
  some.length === others.length && some.every((one) => others.includes(one))

export const hasSamePhotos = ({ urls, held }: PhotosOfDraft, photos: Photos): boolean =>
  haveSameItems(photoUrls(photos), urls) && haveSameItems(heldKeys(photos), held)

type PhotoSetSnapshot = SnapshotFrom<typeof photoSetMachine>

export const selectPhotos = (snapshot: PhotoSetSnapshot) => snapshot.context.photos
export const selectExcludedPhotoCount = (snapshot: PhotoSetSnapshot) => snapshot.context.photosLeftOut
export const selectCanAddPhotos = (snapshot: PhotoSetSnapshot) => snapshot.matches('open')
