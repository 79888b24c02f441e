import * as v from 'valibot'
import type { KeyValueStorage } from '../platform.ts'
import { storageKeys } from '../storage/keys.ts'
import { readStored } from '../storage/read-stored.ts'

const text = v.pipe(v.string(), v.maxLength(20_000))

/** The photos that a guest has added to a desk's order and not taken over yet; they survive a reload. */
const StoredHandover = v.object({
  version: v.literal(1),
  /** The traveller, and the token of the link. */
  uin: text,
  token: text,
  /** Addresses of photos that are uploaded. */
  photos: v.array(text),
  /** Keys of photos that are held on the device until they are sent. */
  heldPhotos: v.array(text),
})
export type StoredHandover = v.InferOutput<typeof StoredHandover>

/** Of the link that was opened last; null of another link or traveller. */
export function readStoredHandover(
  storage: KeyValueStorage,
  uin: string,
  token: string,
): StoredHandover | null {
  const stored = readStored(storage, storageKeys.handoverDraft, StoredHandover)
  return stored?.uin === uin && stored.token === token ? stored : null
}

export const writeStoredHandover = (storage: KeyValueStorage, handover: StoredHandover): void =>
  storage.set(storageKeys.handoverDraft, JSON.stringify(handover))
