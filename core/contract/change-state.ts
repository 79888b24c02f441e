import * as v from 'valibot'
import { Id, Money, Timestamp } from './common.ts'

/** `order`: before pickup, without approval. `destination`: after pickup, needs an operator's approval. */
export const ChangeKind = v.picklist(['order', 'destination'])
export type ChangeKind = v.InferOutput<typeof ChangeKind>

/** States of the machine `change`. */
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

/** Why an order can't be changed. A locked order has code 5009 instead. */
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

export const OpenChange = v.object({
  changeId: Id,
  kind: ChangeKind,
  stage: ChangeStage,
  createTime: Timestamp,
  /** Deadline for payment, or for our answer. */
  dueTime: Timestamp,
  /** New destination and delivery time; null if unchanged. */
  place: v.nullable(v.string()),
  deliveryTime: v.nullable(Timestamp),
  /** Amount to pay; negative for a refund. */
  difference: Money,
  paymentId: v.nullable(Id),
})
export type OpenChange = v.InferOutput<typeof OpenChange>

export const OrderChanges = v.object({
  may: v.nullable(ChangeKind),
  open: v.nullable(OpenChange),
  /** QR code of the order; the form loads its site's hours and destinations. */
  qrId: Id,
})
export type OrderChanges = v.InferOutput<typeof OrderChanges>
