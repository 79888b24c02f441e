import * as v from 'valibot'
import { type CallResult, getCall } from './call.ts'
import { ClaimKind } from './claim.ts'
import { Id, Money, Timestamp } from './common.ts'
import { OrderReport } from './order.ts'

/** Kinds of entries, in the order of the queue's filters. */
export const queueKinds = [
  'review',
  'missedPickup',
  'assign',
  'lateDelivery',
  'exception',
  'destination',
  'claim',
  'refund',
  'approval',
  'invoice',
  'redInvoice',
  'dispute',
  'prepared',
  'note',
] as const
export const QueueKind = v.picklist(queueKinds)
export type QueueKind = v.InferOutput<typeof QueueKind>

export const QueueEntry = v.object({
  kind: QueueKind,
  /** Id of what waits: an order (also for its invoice), change, claim, refund, refund request, dispute, prepared order or note. */
  subjectId: Id,
  /** Null for a prepared order. */
  orderId: v.nullable(Id),
  orderNumber: v.nullable(v.string()),
  from: v.string(),
  to: v.string(),
  timeZone: v.string(),
  cityName: v.string(),
  pieces: v.number(),
  /** The promise that is at risk; null without one. */
  dueTime: v.nullable(Timestamp),
  /** Since when it waits. */
  since: Timestamp,
  /** The courier of the order, the operator who started the claim or requests the refund, or who prepared the order or wrote the note. */
  owner: v.nullable(v.string()),
  /** Text of a report or note, the wanted destination, a provider's error or reason; empty without one. */
  words: v.string(),
  /** Kind of the open report; null for one in words only. */
  report: v.nullable(OrderReport),
  claimKind: v.nullable(ClaimKind),
  /** Money of a claim, refund, refund request or dispute. */
  amount: v.nullable(Money),
})
export type QueueEntry = v.InferOutput<typeof QueueEntry>

/** Entries per kind. Later ones follow as these are settled. */
export const maxQueueEntries = 100

export const operatorGetQueue = getCall('/operator/queue', {
  summary: `Returns what waits for an operator, the earliest promise first, at most ${maxQueueEntries} entries of each kind, and how many of each kind there are. Entries without a promise are sorted by when they began to wait.`,
  audience: 'operator',
  result: v.object({
    list: v.array(QueueEntry),
    counts: v.array(v.object({ kind: QueueKind, entries: v.number() })),
  }),
})

export type Queue = CallResult<typeof operatorGetQueue>
