import * as v from 'valibot'
import { ClaimAction, NewClaimKind } from '../contract/claim.ts'
import { storageKeys } from '../lib/keys.ts'
import { createListStore } from '../lib/store.ts'
import { storedSubmission } from '../lib/submission.ts'

const text = v.pipe(v.string(), v.maxLength(20_000))
const amount = v.pipe(v.number(), v.safeInteger(), v.minValue(0))

const StoredClaim = v.object({
  version: v.literal(1),
  uin: text,
  orderId: text,
  draft: v.object({
    kind: v.nullable(NewClaimKind),
    words: text,
    amount,
    /** Typed text that isn't a valid amount; `amount` is 0 then. */
    amountText: v.optional(text),
  }),
  photos: v.array(text),
  /** Keys of photos held on the device until they are uploaded. */
  heldPhotos: v.optional(v.array(text), []),
  submission: storedSubmission(v.object({ kind: NewClaimKind, words: text, photos: v.array(text), amount })),
})
export type StoredClaim = v.InferOutput<typeof StoredClaim>

const StoredAnswer = v.object({ uin: text, claimId: text, action: ClaimAction, words: text })

const claimDrafts = {
  key: storageKeys.claimDraft,
  schema: v.union([
    v.object({
      version: v.literal(2),
      claims: v.array(StoredClaim),
      words: v.optional(v.array(StoredAnswer), []),
    }),
    // Older releases stored the latest claim alone.
    v.pipe(
      StoredClaim,
      v.transform((claim) => ({ version: 2 as const, claims: [claim], words: [] })),
    ),
  ]),
  empty: { version: 2 as const, claims: [], words: [] },
  maxEntries: 8,
}

/** Unsent claims, one per order. */
export const claimStore = createListStore({ ...claimDrafts, list: 'claims', owner: ['uin', 'orderId'] })

export const answerStore = createListStore({
  ...claimDrafts,
  list: 'words',
  owner: ['uin', 'claimId', 'action'],
})
