import * as v from 'valibot'
import { call } from './call.ts'
import { Cursor, FileUrl, Id, requiredText, text } from './common.ts'
import { StoredFile } from './file.ts'
import { Order, Pieces, TraceEvent } from './order.ts'

/**
 * An order as an operator sees it: without the claim code, which is the receiver's alone, and with what the courier
 * needs.
 */
export const OperatorOrder = v.object({
  ...Order.entries,
  claimCode: v.null(),
  /** Opens the room where there is no front desk. */
  roomPassword: v.nullable(v.string()),
  lastEvent: v.nullable(TraceEvent),
})
export type OperatorOrder = v.InferOutput<typeof OperatorOrder>

const params = v.strictObject({ orderId: Id })
const order = <const Path extends `/operator/${string}`, Body extends v.GenericSchema>(
  path: Path,
  summary: string,
  body: Body,
  errors: readonly number[],
) =>
  call({
    method: 'POST',
    path,
    summary,
    audience: 'operator',
    params,
    body,
    result: OperatorOrder,
    errors: [5004, ...errors],
  })

const none = v.strictObject({})

export const operatorListOrders = call({
  method: 'GET',
  path: '/operator/orders',
  summary: 'Paid orders that are not closed, and those whose money is on its way back, oldest first.',
  audience: 'operator',
  query: v.strictObject({ cursor: v.optional(Cursor) }),
  result: v.object({ list: v.array(OperatorOrder), nextCursor: v.nullable(v.string()) }),
})

export const operatorReview = order(
  '/operator/orders/{orderId}/review',
  'Review result: pass, or fail with a reason; a fail refunds.',
  v.variant('result', [
    v.strictObject({ result: v.literal('pass') }),
    v.strictObject({ result: v.literal('reject'), reason: requiredText(200) }),
  ]),
  [6001],
)
export const operatorAssign = order(
  '/operator/orders/{orderId}/assign',
  'Gives the order to a courier.',
  v.strictObject({ name: requiredText(60), phone: requiredText(20), plate: text(20) }),
  [5002],
)
export const operatorArriveAtPickup = order(
  '/operator/orders/{orderId}/arrive-pickup',
  'The courier is at the pickup site.',
  none,
  [5005],
)
export const operatorChange = order(
  '/operator/orders/{orderId}/change',
  'The courier counts another number of pieces: priced anew, a surcharge is asked for, or what is too much goes back.',
  v.strictObject({ pieces: Pieces }),
  [5005],
)
export const operatorPickUp = order(
  '/operator/orders/{orderId}/pick-up',
  'The courier takes the bags over: one tag and seal a bag, with photos. 5000 for a tag that is in use, 5003 when the count is not the order’s, 8004 while a surcharge is unpaid.',
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
  [5000, 5003, 5005, 8004],
)
export const operatorStartTransport = order(
  '/operator/orders/{orderId}/transport-start',
  'The bags are on the move.',
  none,
  [5005],
)
export const operatorArriveAtDelivery = order(
  '/operator/orders/{orderId}/arrive-delivery',
  'The courier is at the delivery site: transport is complete.',
  none,
  [5003],
)
export const operatorWarehouseApply = order(
  '/operator/orders/{orderId}/warehouse-apply',
  'The courier asks the site to store the bags.',
  none,
  [5003, 5007],
)
export const operatorWarehouseConfirm = order(
  '/operator/orders/{orderId}/warehouse-confirm',
  'The site has stored the bags.',
  none,
  [5003, 5007],
)
export const operatorHand = order(
  '/operator/orders/{orderId}/hand',
  'The bags are handed over against the claim code. 1012 for another code.',
  v.strictObject({ claimCode: requiredText(12) }),
  [5003, 5007],
)
export const operatorClose = order('/operator/orders/{orderId}/close', 'Closes a handed order.', none, [5003])
export const operatorRefundDone = order(
  '/operator/orders/{orderId}/refund-done',
  'The money is back with the traveller.',
  none,
  [8000],
)

/** The body is `multipart/form-data` with one part named `file`. */
export const operatorUploadPhoto = call({
  method: 'POST',
  path: '/operator/orders/{orderId}/photos',
  summary: 'Stores a photo of the order’s bags. Its address goes into the pick-up call.',
  audience: 'operator',
  params,
  bodyKind: 'image',
  result: StoredFile,
  errors: [5004],
})
