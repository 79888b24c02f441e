import * as v from 'valibot'
import { getCall, postCall } from './call.ts'
import { Cursor, Id, Timestamp } from './common.ts'

/** `due`: a job does it next; `failed`: tried in vain, and tried again; `givenUp`: an operator has to. */
export const JobState = v.picklist(['due', 'failed', 'givenUp'])
export type JobState = v.InferOutput<typeof JobState>

/** Recurring jobs that work on single rows; a row on which one fails is a job of this kind. */
export const dueJobKinds = [
  'unpaidOrder',
  'paymentReminder',
  'change',
  'missedPickup',
  'lateDelivery',
  'waitingBags',
  'claimClock',
  'uncollected',
  'handedOrder',
  'picture',
  'sweep',
] as const
export type DueJobKind = (typeof dueJobKinds)[number]

/** Something that the server has to do with a provider or a gateway, or that one of its recurring jobs failed to do. */
export const Job = v.object({
  /**
   * `refund-{id}`, `session-{id}`, `text-{order’s id}-{kind}`, `receipt-{its payment’s or refund’s id}`, `handover-{id}`; of
   * recurring jobs `task-{kind}-{order’s or claim’s id, number of a stored file, or step of the sweep}`.
   */
  jobId: Id,
  /**
   * `handover` is the text message with the link of a prepared order; `picture` removes one from the storage, `sweep` is a
   * step of the hourly deletions.
   */
  kind: v.picklist(['refund', 'session', 'textMessage', 'receipt', 'handover', ...dueJobKinds]),
  state: JobState,
  /** The state of its machine: `refund`, `paymentSession` (its region `asking`) or, of all that is sent, `textMessage`; of recurring jobs the same as `state`. */
  stage: v.string(),
  /** Null of what belongs to no order. */
  orderId: v.nullable(Id),
  orderNumber: v.nullable(v.string()),
  tries: v.number(),
  /** When it is tried next; null once it is given up. */
  nextTime: v.nullable(Timestamp),
  /** Why the last try did not succeed. */
  lastError: v.nullable(v.string()),
  createTime: Timestamp,
})
export type Job = v.InferOutput<typeof Job>

const JobParams = v.strictObject({ jobId: Id })
const nothing = v.strictObject({})

export const operatorListJobs = getCall('/operator/jobs', {
  summary:
    'Refunds, payment pages to check or to close, text messages and receipts by e-mail that are due, failed or given up, and what recurring jobs failed to do, 100 at a time: what is given up first, then what failed, of each the oldest first.',
  audience: 'operator',
  query: v.strictObject({ state: v.optional(JobState), cursor: v.optional(Cursor) }),
  result: v.object({ list: v.array(Job), nextCursor: v.nullable(v.string()) }),
})

export const operatorRetryJob = postCall('/operator/jobs/{jobId}/retry', {
  summary:
    'Has a job done again at once, with as many tries as at its beginning. 1007 when there is no such job, 8001 when it is done or somebody works on it at this moment.',
  audience: 'operator',
  params: JobParams,
  body: nothing,
  result: nothing,
  errors: [1007, 8001],
})

export const operatorFinishJob = postCall('/operator/jobs/{jobId}/done', {
  summary:
    'One refund whose money went back by other means: no provider is asked for it any more. 1007 when there is no such refund, 8001 when it is done.',
  audience: 'operator',
  params: JobParams,
  body: nothing,
  result: nothing,
  errors: [1007, 8001],
})
