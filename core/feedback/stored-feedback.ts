import * as v from 'valibot'
import { FeedbackType } from '../api/contract/feedback.ts'
import type { KeyValueStorage } from '../platform.ts'
import { storageKeys } from '../storage/keys.ts'
import { readStored } from '../storage/read-stored.ts'
import { storedSubmission } from '../submission/submission.ts'

const text = v.pipe(v.string(), v.maxLength(20_000))

/** What survives a reload of feedback that is not sent. Another version, another owner or a broken text is dropped. */
const StoredFeedback = v.object({
  version: v.literal(1),
  /** The traveller whose feedback it is. */
  uin: text,
  draft: v.object({ type: FeedbackType, text }),
  /** Addresses of pictures that are uploaded. */
  photos: v.array(text),
  /** Keys of pictures that are held on the device until they are sent. */
  heldPhotos: v.optional(v.array(text), []),
  submission: storedSubmission(v.object({ type: FeedbackType, content: text })),
})
export type StoredFeedback = v.InferOutput<typeof StoredFeedback>

export function readFeedback(storage: KeyValueStorage, uin: string): StoredFeedback | null {
  const stored = readStored(storage, storageKeys.feedbackDraft, StoredFeedback)
  return stored?.uin === uin ? stored : null
}

export const writeFeedback = (storage: KeyValueStorage, feedback: StoredFeedback): void =>
  storage.set(storageKeys.feedbackDraft, JSON.stringify(feedback))
