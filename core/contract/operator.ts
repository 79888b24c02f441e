import * as v from 'valibot'
import { employeeRoles, getCall } from './call.ts'
import { Cursor, Id, Timestamp } from './common.ts'
import { Dispute } from './dispute.ts'
import { namesOf, operationActions, operationLogTypes, reviewResults } from './enumerations.ts'
import { Bag, Courier, Order, OrderRefund, OrderReport, TraceEvent } from './order.ts'
import { pickupFieldNames } from './order-fields.ts'
import { CreationType, OrderSource } from './prepared-order.ts'
import { RefundRequest } from './refund-request.ts'
import { Hours } from './site.ts'
import { EmployeeView } from './views.ts'

/** States of the machine `refund`. `needsOperator`: no job retries it. */
export const RefundStage = v.picklist([
  'due',
  'asking',
  'requested',
  'needsOperator',
  'done',
  'doneByOperator',
])
export type RefundStage = v.InferOutput<typeof RefundStage>

export const OperatorRefund = v.object({
  ...OrderRefund.entries,
  state: RefundStage,
  /** Requests to the provider. */
  tries: v.number(),
  /** When a job next works on it; null once done or given up. */
  nextTime: v.nullable(Timestamp),
  lastError: v.nullable(v.string()),
})
export type OperatorRefund = v.InferOutput<typeof OperatorRefund>

export const ReviewResult = v.picklist(namesOf(reviewResults))
export type ReviewResult = v.InferOutput<typeof ReviewResult>

export const Review = v.object({
  result: ReviewResult,
  /** As in the operations log. Null while waiting, and for reviews older than this field. */
  reviewer: v.nullable(v.string()),
  reason: v.nullable(v.string()),
  beginTime: Timestamp,
  decideTime: v.nullable(Timestamp),
})
export type Review = v.InferOutput<typeof Review>

/**
 * An order as employees see it, without the claim code, which is only the receiver's.
 * Couriers and sites see only the initials of the receiver's name. The receiver's phone number is masked and the room
 * password omitted, except in `operatorGetOrder`, which is logged.
 * There, operators, the assigned courier and the pickup site see the password until pickup. Couriers and sites see the
 * number until 3 days after the order's end.
 */
export const OperatorOrder = v.object({
  ...Order.entries,
  claimCode: v.null(),
  /** `shelf`: where a site has put the bag; null before, and once the bag leaves for another place. */
  bags: v.array(v.object({ ...Bag.entries, shelf: v.optional(v.nullable(v.string()), null) })),
  /** The party that started the order, and the one that filled it in. */
  source: OrderSource,
  creationType: CreationType,
  /** Null before payment. */
  orderReview: v.nullable(Review),
  refunds: v.array(OperatorRefund),
  disputes: v.array(Dispute),
  /** Refunds that need a second operator, oldest first; only for operators. Older servers omit it. */
  refundRequests: v.optional(v.array(RefundRequest), []),
  /** Only in `operatorGetOrder`; null once the account is deleted. */
  traveller: v.nullable(
    v.object({
      name: v.string(),
      dialCode: v.string(),
      phoneNumber: v.string(),
      /** Older servers omit it. */
      isPhoneVerified: v.optional(v.boolean()),
    }),
  ),
  /** Opening hours, only in `operatorGetOrder`; null for a place that is always open or isn't a site. */
  openingHours: v.nullable(v.object({ pickup: v.nullable(Hours), delivery: v.nullable(Hours) })),
  ...v.entriesFromList(pickupFieldNames, v.nullable(v.string())),
  /** The courier who was asked or has accepted, see `lifecycle.assignment`. */
  courier: Order.entries.courier,
  /** Null for couriers assigned before couriers were employees. */
  courierId: v.nullable(Id),
  /** When the ask that waits for a courier's answer expires; null without one. */
  askEndTime: v.optional(v.nullable(Timestamp), null),
  /** When that courier arrived at the pickup place. */
  courierArrivedTime: v.nullable(Timestamp),
  /** The courier who was asked to take over. */
  transferTo: v.nullable(Courier),
  transferToId: v.nullable(Id),
  /** Whether the pickup site has confirmed which bags the courier took. Older servers omit it. */
  isPickupConfirmed: v.optional(v.boolean(), false),
  /**
   * The open report. `kind` is null for free text; `bags` are the numbers of the reported bags, empty for all. `reason`
   * may be empty beside a kind.
   */
  exception: v.nullable(
    v.object({
      kind: v.optional(v.nullable(OrderReport), null),
      bags: v.optional(v.array(v.number()), []),
      reason: v.string(),
      /** Only for operators; empty for others. Older servers omit it. */
      photos: v.optional(v.array(v.string()), []),
      isImportant: v.boolean(),
      time: Timestamp,
    }),
  ),
  /** Tags of bags not confirmed by the delivery site. */
  unconfirmedTags: v.array(v.string()),
  /** Legal event types of lifecycle and return that this employee's calls can send. */
  events: v.array(v.string()),
  lastEvent: v.nullable(TraceEvent),
})
export type OperatorOrder = v.InferOutput<typeof OperatorOrder>

export const OrderOperation = v.object({
  operationId: Id,
  action: v.picklist(Object.values(operationActions)),
  logType: v.picklist(Object.values(operationLogTypes)),
  /** `traveller:{uin}`, `employee:{id}`, `provider:{name}` or `system`. */
  actor: v.string(),
  /** Facts such as tag codes; never a phone number or a code. */
  details: v.record(v.string(), v.unknown()),
  /** When the server received it. */
  time: Timestamp,
  /** When it happened, for acts that waited on the employee's device for a network. */
  happenedAt: v.optional(v.nullable(Timestamp), null),
})
export type OrderOperation = v.InferOutput<typeof OrderOperation>

export const OperatorOrderParams = v.strictObject({ orderId: Id })
const view = v.pipe(v.string(), v.regex(/^\d{1,3}$/), v.toNumber(), EmployeeView)

/** Max characters of a typed order number, id, tag, room, name or phone number. */
const maxReferenceLength = 40

export const operatorListOrders = getCall('/operator/orders', {
  summary:
    'Returns orders of a view (courier 0–9, operator 100–111, site 300–310), oldest first; overdue pickups lead the first page. Without a view, returns paid orders that aren’t closed and those with a pending refund. Couriers see orders that they carry or were asked to carry, sites those from or to them. `reference` finds up to 10 orders, open or not, by the start of their number or id or by a tag in use; for a site also up to 10 of its open orders by room, recipient or phone number, for an operator of all open orders, also by the traveller or the courier’s plate. Each of these is logged as 801. Sites see their guests’ names; reading the list is logged as 801 once a day per order and employee.',
  audience: 'operator',
  roles: employeeRoles,
  query: v.strictObject({
    view: v.optional(view),
    cursor: v.optional(Cursor),
    reference: v.optional(v.pipe(v.string(), v.minLength(1), v.maxLength(maxReferenceLength))),
  }),
  result: v.object({ list: v.array(OperatorOrder), nextCursor: v.nullable(v.string()) }),
})

export const operatorCountOrders = getCall('/operator/orders/counts', {
  summary: 'Returns the number of orders in each view of an audience, in the order of the view numbers.',
  audience: 'operator',
  roles: employeeRoles,
  query: v.strictObject({ audience: v.picklist(['courier', 'operator', 'site']) }),
  result: v.array(v.object({ view: EmployeeView, orders: v.number() })),
})

export const operatorGetOrder = getCall('/operator/orders/{orderId}', {
  summary:
    'Returns one order with the opening hours of both places and, for employees who need them, the phone numbers of traveller and receiver and, until pickup, the room password. Logged as 801 for personal data and 802 for the room password.',
  audience: 'operator',
  roles: employeeRoles,
  params: OperatorOrderParams,
  result: OperatorOrder,
  errors: [5004],
})

/** A courier who may take an order. */
export const OrderCourier = v.object({
  employeeId: Id,
  name: v.string(),
  /** Plate of the car on this shift, else of their own. */
  plate: v.string(),
  isOnShift: v.boolean(),
  isOnBreak: v.boolean(),
  /** Open orders that they carry or were asked to carry. */
  openOrders: v.number(),
})
export type OrderCourier = v.InferOutput<typeof OrderCourier>

export const operatorListCouriers = getCall('/operator/orders/{orderId}/couriers', {
  summary:
    'Returns the couriers whose region is the order’s and who have a car, on shift and with the fewest orders first. The order’s courier sees colleagues on shift; other couriers get 1012.',
  audience: 'operator',
  roles: ['operator', 'courier'],
  params: OperatorOrderParams,
  result: v.array(OrderCourier),
  errors: [1012, 5004],
})

export const operatorListOperations = getCall('/operator/orders/{orderId}/operations', {
  summary: 'Returns the order’s operations with employee and time, oldest first.',
  audience: 'operator',
  params: OperatorOrderParams,
  result: v.array(OrderOperation),
  errors: [5004],
})
