import * as v from 'valibot'
import { getCall, postCall } from './call.ts'
import { Cursor, Id, Timestamp } from './common.ts'

/** `failed` will be retried; `givenUp` needs an operator. */
export const JobState = v.picklist(['due', 'failed', 'givenUp'])
export type JobState = v.InferOutput<typeof JobState>

/** Recurring jobs that process single rows. A row that fails is listed as a job of this kind. */
export const dueJobKinds = [
  'unpaidOrder',
  'paymentReminder',
  'change',
  'missedPickup',
  'ask',
  'lateDelivery',
  'waitingBags',
  'claimClock',
  'uncollected',
  'handedOrder',
  'picture',
  'sweep',
] as const
export type DueJobKind = (typeof dueJobKinds)[number]

/** Work at a provider or gateway, or a failed row of a recurring job. */
export const Job = v.object({
  /**
   * `refund-{id}`, `session-{id}`, `text-{order’s id}-{kind}`, `receipt-{its payment’s or refund’s id}`,
   * `handover-{id}`.
   * Recurring jobs: `task-{kind}-{id}` with the id of an order or claim, a stored file's number, or a step of the
   * sweep.
   */
  jobId: Id,
  /**
   * `handover`: text message with a prepared order's link. `picture`: removal from storage. `sweep`: a step of the
   * hourly deletions.
   */
  kind: v.picklist(['refund', 'session', 'textMessage', 'receipt', 'handover', ...dueJobKinds]),
  state: JobState,
  /**
   * State of the machine `refund`, `paymentSession` (region `asking`) or, for messages, `textMessage`. Equals `state`
   * for recurring jobs.
   */
  stage: v.string(),
  /** Null if unrelated to an order. */
  orderId: v.nullable(Id),
  orderNumber: v.nullable(v.string()),
  tries: v.number(),
  /** Next try; null once given up. */
  nextTime: v.nullable(Timestamp),
  lastError: v.nullable(v.string()),
  createTime: Timestamp,
})
export type Job = v.InferOutput<typeof Job>

const JobParams = v.strictObject({ jobId: Id })
const emptyObject = v.strictObject({})

export const operatorListJobs = getCall('/operator/jobs', {
  summary:
    'Returns up to 100 due, failed or abandoned jobs: refunds, payment pages to check or close, text messages, email receipts and failures of recurring jobs. Abandoned jobs come first, then failed ones, each oldest first.',
  audience: 'operator',
  query: v.strictObject({ state: v.optional(JobState), cursor: v.optional(Cursor) }),
  result: v.object({ list: v.array(Job), nextCursor: v.nullable(v.string()) }),
})

export const operatorRetryJob = postCall('/operator/jobs/{jobId}/retry', {
  summary:
    'Retries a job now and resets its number of tries. Fails with 1007 for an unknown job, and with 8001 if it is done or running.',
  audience: 'operator',
  params: JobParams,
  body: emptyObject,
  result: emptyObject,
  errors: [1007, 8001],
})

export const operatorFinishJob = postCall('/operator/jobs/{jobId}/done', {
  summary:
    'Marks a refund as paid by other means, so that no provider is asked for it. Fails with 1007 for an unknown refund, and with 8001 if it is done.',
  audience: 'operator',
  params: JobParams,
  body: emptyObject,
  result: emptyObject,
  errors: [1007, 8001],
})
