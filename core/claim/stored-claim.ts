import * as v from 'valibot'
import { ClaimAction, NewClaimKind } from '../api/contract/claim.ts'
import type { KeyValueStorage } from '../platform.ts'
import { storageKeys } from '../storage/keys.ts'
import { readStored } from '../storage/read-stored.ts'
import { storedSubmission } from '../submission/submission.ts'

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
  submission: storedSubmission(v.object({ kind: NewClaimKind, words: text, photos: v.array(text), amount })),
})
export type StoredClaim = v.InferOutput<typeof StoredClaim>

/** What is typed for an answer to a claim, and not sent. */
const StoredWords = v.object({ uin: text, claimId: text, action: ClaimAction, words: text })
type StoredWords = v.InferOutput<typeof StoredWords>

/** A new claim for each order, and words for each answer. Before, a device stored the latest new claim alone. */
const StoredClaims = v.object({
  version: v.literal(2),
  claims: v.array(StoredClaim),
  words: v.optional(v.array(StoredWords), []),
})
type Kept = Pick<v.InferOutput<typeof StoredClaims>, 'claims' | 'words'>

/** Claims, and answers, that are stored at once; beyond, the one that was written longest ago goes. */
const most = 8

function readAll(storage: KeyValueStorage): Kept {
  const stored = readStored(storage, storageKeys.claimDraft, v.union([StoredClaims, StoredClaim]))
  if (stored?.version === 2) return stored
  return { claims: stored ? [stored] : [], words: [] }
}

function writeAll(storage: KeyValueStorage, { claims, words }: Kept): void {
  const key = storageKeys.claimDraft
  if (claims.length + words.length === 0) storage.remove(key)
  else storage.set(key, JSON.stringify({ version: 2, claims, words }))
}

const isOf = (uin: string, orderId: string) => (claim: StoredClaim) =>
  claim.uin === uin && claim.orderId === orderId

const othersThan = (claims: readonly StoredClaim[], uin: string, orderId: string): StoredClaim[] =>
  claims.filter((claim) => !isOf(uin, orderId)(claim))

export const readStoredClaim = (storage: KeyValueStorage, uin: string, orderId: string): StoredClaim | null =>
  readAll(storage).claims.find(isOf(uin, orderId)) ?? null

export function writeStoredClaim(storage: KeyValueStorage, claim: StoredClaim): void {
  const { claims, words } = readAll(storage)
  writeAll(storage, { claims: [...othersThan(claims, claim.uin, claim.orderId), claim].slice(-most), words })
}

export function forgetStoredClaim(storage: KeyValueStorage, uin: string, orderId: string): void {
  const { claims, words } = readAll(storage)
  writeAll(storage, { claims: othersThan(claims, uin, orderId), words })
}

type AnswerId = Omit<StoredWords, 'words'>

const isFor =
  ({ uin, claimId, action }: AnswerId) =>
  (one: StoredWords) =>
    one.uin === uin && one.claimId === claimId && one.action === action

/** What was typed for an answer; empty when nothing was. */
export const readStoredWords = (storage: KeyValueStorage, answer: AnswerId): string =>
  readAll(storage).words.find(isFor(answer))?.words ?? ''

/** Stores the words of an answer; without any, removes them. */
export function writeStoredWords(storage: KeyValueStorage, answer: AnswerId, words: string): void {
  const stored = readAll(storage)
  const others = stored.words.filter((one) => !isFor(answer)(one))
  if (words === '' && others.length === stored.words.length) return
  writeAll(storage, {
    claims: stored.claims,
    words: words === '' ? others : [...others, { ...answer, words }].slice(-most),
  })
}
