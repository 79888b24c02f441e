import * as v from 'valibot'
import { NewClaimKind } from '../api/contract/claim.ts'
import type { KeyValueStorage } from '../platform.ts'
import { storageKeys } from '../storage/keys.ts'
import { readStored, unchanged } from '../storage/read-stored.ts'

const text = v.pipe(v.string(), v.maxLength(20_000))
const amount = v.pipe(v.number(), v.safeInteger(), v.minValue(0))

/** What survives a reload of a claim that is not sent. Another owner's or order's is not read, a broken text is dropped. */
const StoredClaim = v.object({
  version: v.literal(1),
  /** The traveller and the order that it is about. */
  uin: text,
  orderId: text,
  draft: v.object({
    kind: v.nullable(NewClaimKind),
    words: text,
    amount,
    /** What was typed for it that is no amount; the amount is 0 then. */
    amountText: v.optional(text),
  }),
  /** Addresses of photos that are uploaded. */
  photos: v.array(text),
  /** Keys of photos that are held on the device until they are sent. */
  heldPhotos: v.optional(v.array(text), []),
  /** Posted, but the answer is unknown. */
  submission: v.nullable(
    v.object({
      idempotencyKey: v.string(),
      body: unchanged(v.object({ kind: NewClaimKind, words: text, photos: v.array(text), amount })),
    }),
  ),
})
export type StoredClaim = v.InferOutput<typeof StoredClaim>

/** One for each order. Before, a device stored the latest alone. */
const StoredClaims = v.object({ version: v.literal(2), claims: v.array(StoredClaim) })

/** Claims that are stored at once; beyond, the one that was written longest ago goes. */
const most = 8

const readAll = (storage: KeyValueStorage): StoredClaim[] => {
  const stored = readStored(storage, storageKeys.claimDraft, v.union([StoredClaims, StoredClaim]))
  return stored?.version === 2 ? stored.claims : stored ? [stored] : []
}

const isOf = (uin: string, orderId: string) => (claim: StoredClaim) =>
  claim.uin === uin && claim.orderId === orderId

const readOthers = (storage: KeyValueStorage, uin: string, orderId: string): StoredClaim[] =>
  readAll(storage).filter((claim) => !isOf(uin, orderId)(claim))

const writeAll = (storage: KeyValueStorage, claims: StoredClaim[]): void =>
  storage.set(storageKeys.claimDraft, JSON.stringify({ version: 2, claims }))

export const readStoredClaim = (storage: KeyValueStorage, uin: string, orderId: string): StoredClaim | null =>
  readAll(storage).find(isOf(uin, orderId)) ?? null

export const writeStoredClaim = (storage: KeyValueStorage, claim: StoredClaim): void =>
  writeAll(storage, [...readOthers(storage, claim.uin, claim.orderId), claim].slice(-most))

export function forgetStoredClaim(storage: KeyValueStorage, uin: string, orderId: string): void {
  const others = readOthers(storage, uin, orderId)
  if (others.length > 0) writeAll(storage, others)
  else storage.remove(storageKeys.claimDraft)
}
