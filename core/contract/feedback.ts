import * as v from 'valibot'
import { policy } from '../policy/numbers.ts'
import { getCall, postCall } from './call.ts'
import { Cursor, FileUrl, Id, requiredLines, Timestamp } from './common.ts'
import { feedbackTypes } from './enumerations.ts'

export const FeedbackType = v.picklist(Object.values(feedbackTypes))
export type FeedbackType = v.InferOutput<typeof FeedbackType>

/** JSON in `content`: a text and URLs of the caller's own photos. */
export const FeedbackContent = v.strictObject({
  text: requiredLines(policy.maxFeedbackCharacters),
  images: v.pipe(v.array(FileUrl), v.maxLength(policy.maxFeedbackPhotos)),
})
export type FeedbackContent = v.InferOutput<typeof FeedbackContent>

export const sendFeedback = postCall('/feedback', {
  summary: `Sends feedback. \`content\` is a JSON string of \`{ text, images }\`: up to ${policy.maxFeedbackCharacters} characters and ${policy.maxFeedbackPhotos} of the caller’s photos. Fails with 1012 after ${policy.feedbackPerDay} messages in 24 h.`,
  audience: 'traveller',
  idempotent: 'optional',
  body: v.strictObject({
    type: FeedbackType,
    content: v.pipe(v.string(), v.maxLength(20_000), v.parseJson(), FeedbackContent),
  }),
  result: v.object({ feedbackId: Id }),
})

export const OperatorFeedback = v.object({
  feedbackId: Id,
  uin: Id,
  type: FeedbackType,
  text: v.string(),
  images: v.array(FileUrl),
  createTime: Timestamp,
})
export type OperatorFeedback = v.InferOutput<typeof OperatorFeedback>

export const operatorListFeedback = getCall('/operator/feedback', {
  summary: 'Returns travellers’ feedback, newest first, 50 per page.',
  audience: 'operator',
  query: v.strictObject({ cursor: v.optional(Cursor) }),
  result: v.object({ list: v.array(OperatorFeedback), nextCursor: v.nullable(v.string()) }),
})
