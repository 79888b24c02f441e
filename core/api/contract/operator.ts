import * as v from 'valibot'
import { call } from './call.ts'
import { Cursor, FileUrl, Id, requiredText, text } from './common.ts'
import { Order } from './order.ts'

const params = v.strictObject({ orderId: Id })
const order = <const Path extends `/operator/${string}`, Body extends v.GenericSchema>(
  path: Path,
  summary: string,
  body: Body,
) =>
  call({
    method: 'POST',
    path,
    summary,
    audience: 'operator',
    params,
    body,
    result: Order,
    errors: [5004, 5005, 6001],
  })

const none = v.strictObject({})

export const operatorListOrders = call({
  method: 'GET',
  path: '/operator/orders',
  summary: 'Orders that are not closed, oldest first.',
  audience: 'operator',
  query: v.strictObject({ cursor: v.optional(Cursor) }),
  result: v.object({ list: v.array(Order), nextCursor: v.nullable(v.string()) }),
})

export const operatorReview = order(
  '/operator/orders/{orderId}/review',
  'Review result: pass, or fail with a reason; a fail refunds.',
  v.variant('result', [
    v.strictObject({ result: v.literal('pass') }),
    v.strictObject({ result: v.literal('reject'), reason: requiredText(200) }),
  ]),
)
export const operatorAssign = order(
  '/operator/orders/{orderId}/assign',
  'Gives the order to a courier.',
  v.strictObject({ name: requiredText(60), phone: requiredText(20), plate: text(20) }),
)
export const operatorArriveAtPickup = order(
  '/operator/orders/{orderId}/arrive-pickup',
  'The courier is at the pickup site.',
  none,
)
export const operatorPickUp = order(
  '/operator/orders/{orderId}/pick-up',
  'The courier takes the bags over: one tag and seal a bag, with photos.',
  v.strictObject({
    bags: v.pipe(
      v.array(
        v.strictObject({
          tagCode: requiredText(20),
          sealNumber: requiredText(20),
          photos: v.pipe(v.array(FileUrl), v.maxLength(4)),
        }),
      ),
      v.minLength(1),
      v.maxLength(20),
    ),
  }),
)
export const operatorStartTransport = order(
  '/operator/orders/{orderId}/transport-start',
  'The bags are on the move.',
  none,
)
export const operatorArriveAtDelivery = order(
  '/operator/orders/{orderId}/arrive-delivery',
  'The courier is at the delivery site: transport is complete.',
  none,
)
export const operatorWarehouseApply = order(
  '/operator/orders/{orderId}/warehouse-apply',
  'The courier asks the site to store the bags.',
  none,
)
export const operatorWarehouseConfirm = order(
  '/operator/orders/{orderId}/warehouse-confirm',
  'The site has stored the bags.',
  none,
)
export const operatorHand = order(
  '/operator/orders/{orderId}/hand',
  'The bags are handed over against the claim code.',
  v.strictObject({ claimCode: requiredText(12) }),
)
export const operatorClose = order('/operator/orders/{orderId}/close', 'Closes a handed order.', none)
export const operatorRefundDone = order(
  '/operator/orders/{orderId}/refund-done',
  'The money is back with the traveller.',
  none,
)
