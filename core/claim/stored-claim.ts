import * as v from 'valibot'
import { NewClaimKind } from '../api/contract/claim.ts'
import type { KeyValueStorage } from '../platform.ts'
import { storageKeys } from '../storage/keys.ts'
import { readStored } from '../storage/read-stored.ts'

const text = v.pipe(v.string(), v.maxLength(20_000))
const amount = v.pipe(v.number(), v.safeInteger(), v.minValue(0))

/** What survives a reload of a claim that is not sent. Another version, owner or order, or a broken text is dropped. */
const StoredClaim = v.object({
  version: v.literal(1),
  /** The traveller and the order that it is about. */
  uin: text,
  orderId: text,
  draft: v.object({ kind: v.nullable(NewClaimKind), words: text, amount }),
  /** Addresses of photos that are uploaded. */
  photos: v.array(text),
  /** Keys of photos that are held on the device until they are sent. */
  heldPhotos: v.optional(v.array(text), []),
  /** Posted, but the answer is unknown. */
  submission: v.nullable(
    v.object({
      idempotencyKey: v.string(),
      body: v.object({ kind: NewClaimKind, words: text, photos: v.array(text), amount }),
    }),
  ),
})
export type StoredClaim = v.InferOutput<typeof StoredClaim>

export function readStoredClaim(storage: KeyValueStorage, uin: string, orderId: string): StoredClaim | null {
  const stored = readStored(storage, storageKeys.claimDraft, StoredClaim)
  return stored?.uin === uin && stored.orderId === orderId ? stored : null
}

export const writeStoredClaim = (storage: KeyValueStorage, claim: StoredClaim): void =>
  storage.set(storageKeys.claimDraft, JSON.stringify(claim))
