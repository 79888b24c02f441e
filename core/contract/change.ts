import * as v from 'valibot'
import { call, getCall, postCall } from './call.ts'
import { ChangeKind, OpenChange } from './change-state.ts'
import { Amount, Id, Money, requiredText, Timestamp, text } from './common.ts'
import { OperatorOrder, OperatorOrderParams } from './operator.ts'
import { DeliveryTarget, Order, Pieces, PriceLine, Receiver } from './order.ts'
import { changeableFieldNames, fieldSchemas } from './order-fields.ts'

/** Fields to change; missing ones stay. */
export const ChangedFacts = v.pipe(
  v.strictObject({
    delivery: v.optional(DeliveryTarget),
    pickupTime: v.optional(Timestamp),
    deliveryTime: v.optional(Timestamp),
    pieces: v.optional(Pieces),
    receiver: v.optional(Receiver),
    roomNumber: v.optional(text(20)),
    ...v.partial(v.strictObject(fieldSchemas(changeableFieldNames))).entries,
  }),
  v.check((facts) => Object.keys(facts).length > 0, 'must change something'),
)
export type ChangedFacts = v.InferOutput<typeof ChangedFacts>

/** New destination after pickup. `deliveryTime` only if it changes. */
export const WantedDestination = v.strictObject({
  delivery: DeliveryTarget,
  deliveryTime: v.optional(Timestamp),
})
export type WantedDestination = v.InferOutput<typeof WantedDestination>

export const ChangePreview = v.object({
  kind: ChangeKind,
  /** Amount to pay; negative for a refund. 0 after pickup, since the price stays. */
  difference: Money,
  total: Money,
  lines: v.array(PriceLine),
  pickupTime: Timestamp,
  deliveryTime: Timestamp,
  freeCancellationUntil: Timestamp,
  /** Refund deadline in hours. */
  refundHours: v.number(),
  /** Minutes to pay the difference; after pickup, minutes until an operator answers. */
  minutes: v.number(),
})
export type ChangePreview = v.InferOutput<typeof ChangePreview>

const OrderParams = v.strictObject({ orderId: Id })
const refused =
  '5010 with `{ reason }` where it cannot be changed now: `unpaid`, `surchargeDue`, `tooLate` (as for cancelling), `courierThere`, `arrived`, `over`, `waiting` (for an operator’s answer), `tooMany`, `nothingChanged`. 5009 while an operator has locked it. 1008 with `{ field, reason }` as for a new order.'

export const previewChange = postCall('/orders/{orderId}/change-preview', {
  summary: `What a change of the order costs by its own price rule, and what it promises. ${refused}`,
  audience: 'traveller',
  params: OrderParams,
  body: ChangedFacts,
  result: ChangePreview,
  errors: [3002, 3004, 5004, 5009, 5010],
})

export const changeOrder = postCall('/orders/{orderId}/change', {
  summary: `Changes the order before its pickup. What is more to pay is paid first, within 15 minutes: until then the order stays as it was. What is less goes back. 8003 with a new preview where the difference is another one than the traveller saw. ${refused}`,
  audience: 'traveller',
  idempotent: true,
  params: OrderParams,
  body: v.strictObject({ facts: ChangedFacts, difference: Amount }),
  result: Order,
  errors: [3002, 3004, 5004, 5009, 5010, 8003],
})

export const requestDestinationChange = postCall('/orders/{orderId}/destination-request', {
  summary: `Asks an operator to send the bags elsewhere, after the pickup and before they are there. ${refused}`,
  audience: 'traveller',
  idempotent: true,
  params: OrderParams,
  body: WantedDestination,
  result: Order,
  errors: [3002, 5004, 5009, 5010],
})

export const withdrawChange = postCall('/orders/{orderId}/change-withdraw', {
  summary:
    'Takes back a change that is not paid or not decided. 5010 with `over` when there is none. Money that comes for it goes back.',
  audience: 'traveller',
  params: OrderParams,
  result: Order,
  errors: [5004, 5010],
})

export const WaitingDestination = v.object({
  ...OpenChange.entries,
  orderId: Id,
  orderNumber: v.string(),
  from: v.string(),
  /** Current destination. */
  to: v.string(),
  courierName: v.nullable(v.string()),
})
export type WaitingDestination = v.InferOutput<typeof WaitingDestination>

export const operatorListDestinations = getCall('/operator/destination-requests', {
  summary: 'Wishes for another destination that wait for an answer, the first due first, 100 at most.',
  audience: 'operator',
  result: v.array(WaitingDestination),
})

export const operatorAnswerDestination = call({
  method: 'POST',
  path: '/operator/orders/{orderId}/destination-answer',
  summary:
    'Sends the bags where the traveller wishes, or says why not. 5010 with `over` when nothing waits and `goingBack` once the bags go back, 5007 when the bags are there. A destination that has closed meanwhile answers as `change-destination`.',
  audience: 'operator',
  roles: ['operator'],
  params: OperatorOrderParams,
  body: v.variant('result', [
    v.strictObject({ result: v.literal('allow') }),
    v.strictObject({ result: v.literal('reject'), reason: requiredText(200) }),
  ]),
  result: OperatorOrder,
  errors: [1012, 3002, 5004, 5005, 5007, 5009, 5010],
})
