import * as v from 'valibot'
import { Id, Money, Timestamp } from './common.ts'

/** `order`: before the pickup, by its traveller alone. `destination`: after it, with an operator's yes or no. */
export const ChangeKind = v.picklist(['order', 'destination'])
export type ChangeKind = v.InferOutput<typeof ChangeKind>

/** Where a change is; the machine `change` holds what may happen then. */
export const ChangeStage = v.picklist([
  'asked',
  'waitPayment',
  'waitDecision',
  'overdue',
  'applied',
  'rejected',
  'expired',
  'withdrawn',
  'superseded',
])
export type ChangeStage = v.InferOutput<typeof ChangeStage>

/** Why an order cannot be changed now. Of a locked order the code is 5009. */
export const changeRefusals = [
  'unpaid',
  'surchargeDue',
  'tooLate',
  'courierThere',
  'arrived',
  'goingBack',
  'over',
  'waiting',
  'tooMany',
  'nothingChanged',
] as const
export type ChangeRefusal = (typeof changeRefusals)[number]

/** A change that waits for its payment or for an operator. */
export const OpenChange = v.object({
  changeId: Id,
  kind: ChangeKind,
  stage: ChangeStage,
  createTime: Timestamp,
  /** By when it is paid, or was promised an answer. */
  dueTime: Timestamp,
  /** Where the bags would go, and when they would be there; null where that stays. */
  place: v.nullable(v.string()),
  deliveryTime: v.nullable(Timestamp),
  /** What is to pay, negative for what goes back. */
  difference: Money,
  paymentId: v.nullable(Id),
})
export type OpenChange = v.InferOutput<typeof OpenChange>

/** What the traveller may change now, if anything, and what they have asked for. */
export const OrderChanges = v.object({
  may: v.nullable(ChangeKind),
  open: v.nullable(OpenChange),
  /** The code that the order was begun with: where its form finds hours and destinations. */
  qrId: Id,
})
export type OrderChanges = v.InferOutput<typeof OrderChanges>
