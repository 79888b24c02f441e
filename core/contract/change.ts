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
  v.check((facts) => Object.keys(facts).length > 0, 'must have at least one field'),
)
export type ChangedFacts = v.InferOutput<typeof ChangedFacts>

/** `difference` is the one in the preview, in minor units. */
export const ChangeRequest = v.strictObject({ facts: ChangedFacts, difference: Amount })
export type ChangeRequest = v.InferOutput<typeof ChangeRequest>

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
/** Ends the summary of every call that changes an order. */
export const changeRefusalNote =
  'Fails with 5010 and `{ reason }` if the order can’t be changed now: `unpaid`, `surchargeDue`, `tooLate` (as for cancelling), `courierThere`, `arrived`, `over`, `waiting` (for an operator’s answer), `tooMany` or `nothingChanged`. Fails with 5009 while the order is locked, and with 1008 and `{ field, reason }` like a new order.'

export const previewChange = postCall('/orders/{orderId}/change-preview', {
  summary: `Returns the price difference, times and terms of a change, by the order’s own price rule. ${changeRefusalNote}`,
  audience: 'traveller',
  params: OrderParams,
  body: ChangedFacts,
  result: ChangePreview,
  errors: [3002, 3004, 5004, 5009, 5010],
})

export const changeOrder = postCall('/orders/{orderId}/change', {
  summary: `Changes the order before pickup. A higher price must be paid within 15 minutes, and the order stays unchanged until then. A lower price is refunded. Fails with 8003 and a new preview if the difference isn’t the one that the traveller saw. ${changeRefusalNote}`,
  audience: 'traveller',
  idempotent: true,
  params: OrderParams,
  body: ChangeRequest,
  result: Order,
  errors: [3002, 3004, 5004, 5009, 5010, 8003],
})

export const requestDestinationChange = postCall('/orders/{orderId}/destination-request', {
  summary: `Asks an operator to change the destination between pickup and arrival. ${changeRefusalNote}`,
  audience: 'traveller',
  idempotent: true,
  params: OrderParams,
  body: WantedDestination,
  result: Order,
  errors: [3002, 5004, 5009, 5010],
})

export const withdrawChange = postCall('/orders/{orderId}/change-withdraw', {
  summary:
    'Withdraws an unpaid or undecided change. A payment that arrives later is refunded. Fails with 5010 and reason `over` if there is none.',
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
  summary: 'Returns up to 100 open requests for another destination, earliest deadline first.',
  audience: 'operator',
  result: v.array(WaitingDestination),
})

export const operatorAnswerDestination = call({
  method: 'POST',
  path: '/operator/orders/{orderId}/destination-answer',
  summary:
    'Allows a request for another destination, or rejects it with a reason. Fails with 5010 if no request is open (`over`) or the bags are being returned (`goingBack`), and with 5007 once the bags have arrived. If the destination has closed, fails like `change-destination`.',
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
