import type { EmployeeNotificationType } from '../contract/employee-notification.ts'
import {
  courierNotificationTypes as courier,
  siteNotificationTypes as site,
} from '../contract/notification.ts'
import type { ReportKind } from '../contract/order.ts'
import type { LifecycleEvent } from '../orders/lifecycle.ts'

/** Facts that determine the recipients. Ids are null without a recipient, such as at an own address. */
export type NotifiedOrder = {
  pickupSiteId: string | null
  deliverySiteId: string | null
  courierId: string | null
  /** The courier who was asked to take over. */
  transferCourierId: string | null
  isSurchargeDue: boolean
  /** Paid and put under review, so its site knows the order. */
  isReviewed: boolean
  isOnTheWay: boolean
  /** Cancelled on a report while its bags are out. */
  isRecalled: boolean
  isHanded: boolean
  pieces: number
}

/** Facts of a notification besides the order's id and number. Never a name, a phone number or a code. */
export type EmployeeNotificationDetails = {
  /** The reader's end of the trip. */
  place?: 'pickup' | 'delivery'
  pieces?: number
  result?: 'passed' | 'rejected' | 'cancelled' | 'changed' | 'closed' | 'recalled'
  /** The traveller changed the order, not only its destination. */
  isChanged?: true
  /** The bags go to another place than the reader's. */
  isDiverted?: true
  /** The order was cancelled while its bags are out. */
  isRecalled?: true
  /** The order was closed on a report. */
  isClosed?: true
  /** The pickup was missed. */
  isMissed?: true
  /** The courier didn't answer in time. */
  isUnanswered?: true
  /** The delivery is late. */
  isLate?: true
  report?: ReportKind
  reason?: string
}

/** Sent to all workers of a site or to one courier. */
export type NewEmployeeNotification = (
  | { siteId: string; courierId?: undefined }
  | { courierId: string; siteId?: undefined }
) & { type: EmployeeNotificationType; facts: EmployeeNotificationDetails }

type OrderMove = {
  before: NotifiedOrder
  after: NotifiedOrder
  reason: string
  report?: ReportKind | undefined
  isByTraveller?: boolean
  /** The server withdrew an unanswered ask. */
  isUnanswered?: boolean
}

const toSite = (
  siteId: string | null,
  type: EmployeeNotificationType,
  facts: EmployeeNotificationDetails = {},
) => (siteId === null ? [] : [{ siteId, type, facts }])
const toCourier = (
  courierId: string | null,
  type: EmployeeNotificationType,
  facts: EmployeeNotificationDetails = {},
) => (courierId === null ? [] : [{ courierId, type, facts }])

const toPickup = (
  { after }: OrderMove,
  type: EmployeeNotificationType,
  facts: EmployeeNotificationDetails = {},
) => toSite(after.pickupSiteId, type, { place: 'pickup', ...facts })
const toDelivery = (
  { after }: OrderMove,
  type: EmployeeNotificationType,
  facts: EmployeeNotificationDetails = {},
) => toSite(after.deliverySiteId, type, { place: 'delivery', ...facts })

const notifyDecision = (
  moved: OrderMove,
  result: NonNullable<EmployeeNotificationDetails['result']>,
): NewEmployeeNotification[] =>
  toPickup(moved, site.orderDecided, { result, ...(moved.reason ? { reason: moved.reason } : {}) })

const notifyHandOver = (moved: OrderMove): NewEmployeeNotification[] => [
  ...toPickup(moved, site.bagsHanded, { pieces: moved.after.pieces }),
  ...toDelivery(moved, site.bagsHanded, { pieces: moved.after.pieces }),
]

const notifyDiversion = (moved: OrderMove): NewEmployeeNotification[] => [
  ...toDelivery(moved, site.bagsOnTheWay, { pieces: moved.after.pieces }),
  ...toSite(moved.before.deliverySiteId, site.bagsOnTheWay, { isDiverted: true }),
]

const notifyEnd = (moved: OrderMove): NewEmployeeNotification[] => [
  ...(moved.before.isReviewed ? notifyDecision(moved, 'cancelled') : []),
  ...(moved.before.isOnTheWay ? toDelivery(moved, site.orderDecided, { result: 'cancelled' }) : []),
  ...toCourier(moved.before.courierId, courier.orderCancelled),
  ...toCourier(moved.before.transferCourierId, courier.orderCancelled),
]

/** Sites and couriers with the bags ask an operator what to do with them. */
const notifyClosing = (moved: OrderMove): NewEmployeeNotification[] =>
  moved.before.isHanded
    ? []
    : [
        ...notifyDecision(moved, 'closed'),
        ...toDelivery(moved, site.orderDecided, { result: 'closed' }),
        ...toCourier(moved.before.courierId, courier.orderCancelled, { isClosed: true }),
        ...toCourier(moved.before.transferCourierId, courier.transferCancelled),
      ]

/** The courier or site with the bags keeps them until the traveller chooses a destination. */
const notifyRecall = (moved: OrderMove): NewEmployeeNotification[] => [
  ...notifyDecision(moved, 'recalled'),
  ...toDelivery(moved, site.orderDecided, { result: 'recalled' }),
  ...toCourier(moved.before.courierId, courier.orderCancelled, { isRecalled: true }),
  ...toCourier(moved.before.transferCourierId, courier.transferCancelled),
]

/**
 * Employee notifications by move. Unlisted moves don't notify employees.
 *
 * | number | name | move | to |
 * |---|---|---|---|
 * | 101 | orderToReview | `review.begin` | pickup site |
 * | 102 | orderDecided | `review.pass`, `review.reject`; `order.change` by its traveller; `order.cancel`, `exception.cancelOrder`, `exception.closeOrder` before the hand-over | pickup site; the delivery site of bags on their way, or of an order cancelled or closed while its bags are out, too |
 * | 201 | courierArrived | `courier.arriveAtPickup`, `transport.complete`, `return.complete` | pickup site; delivery site; where the bags were brought |
 * | 202 | bagsPickedUp | `order.pickUp` | pickup site |
 * | 203 | bagsOnTheWay | `transport.start`, `order.changeDestination` on the way, `return.start` | delivery site; the former one too |
 * | 204 | storageRequested | `warehouse.apply` | delivery site |
 * | 205 | bagsStored | `warehouse.confirm` | pickup and delivery site |
 * | 206 | bagsHanded | `order.hand`, `order.hotelHand` | pickup and delivery site |
 * | 207 | exceptionReported | `exception.report`, `delivery.late`, `pickup.missed` | both sites; of `pickup.missed` the pickup site |
 * | 301 | orderAssigned | `courier.assign` | the courier who is asked |
 * | 302 | orderTakenAway | `courier.assign` of another; `decision.reject` and `transfer.reject` without an answer | the courier before, and the one asked to take over; the one who didn't answer |
 * | 303 | transferOffered | `transfer.apply` | the courier who is asked |
 * | 304 | transferAccepted | `transfer.accept` | the courier before |
 * | 305 | transferRejected | `transfer.reject` | the courier |
 * | 306 | transferCancelled | `transfer.cancel`, `transport.complete` | the courier who was asked |
 * | 307 | surchargePaid | `payment.succeeded` of a surcharge | the courier |
 * | 308 | destinationChanged | `order.changeDestination`, `delivery.late`, `order.change` by its traveller | the courier; of a change the one asked to take over too |
 * | 309 | storageConfirmed | `warehouse.confirm` | the courier |
 * | 310 | orderCancelled | `order.cancel`, `exception.cancelOrder`, `exception.closeOrder` | the courier, and the one asked to take over (306 while the bags are out) |
 */
const notificationsByEvent: {
  [Event in LifecycleEvent['type']]?: (moved: OrderMove) => NewEmployeeNotification[]
} = {
  'review.begin': (moved) => toPickup(moved, site.orderToReview, { pieces: moved.after.pieces }),
  'review.pass': (moved) => notifyDecision(moved, 'passed'),
  'review.reject': (moved) => notifyDecision(moved, 'rejected'),
  'order.change': (moved) =>
    moved.isByTraveller
      ? [
          ...(moved.before.isReviewed ? notifyDecision(moved, 'changed') : []),
          ...toCourier(moved.after.courierId, courier.destinationChanged, { isChanged: true }),
          ...toCourier(moved.after.transferCourierId, courier.destinationChanged, { isChanged: true }),
        ]
      : [],
  'courier.arriveAtPickup': (moved) => toPickup(moved, site.courierArrived),
  'transport.complete': (moved) => [
    ...toDelivery(moved, site.courierArrived, { pieces: moved.after.pieces }),
    ...toCourier(moved.before.transferCourierId, courier.transferCancelled),
  ],
  'order.pickUp': (moved) => toPickup(moved, site.bagsPickedUp, { pieces: moved.after.pieces }),
  'transport.start': (moved) => toDelivery(moved, site.bagsOnTheWay, { pieces: moved.after.pieces }),
  'order.changeDestination': (moved) => [
    ...toCourier(moved.after.courierId, courier.destinationChanged),
    ...(moved.after.isOnTheWay && moved.before.deliverySiteId !== moved.after.deliverySiteId
      ? notifyDiversion(moved)
      : []),
  ],
  'return.start': notifyDiversion,
  'return.complete': (moved) => toDelivery(moved, site.courierArrived, { pieces: moved.after.pieces }),
  'warehouse.apply': (moved) => toDelivery(moved, site.storageRequested, { pieces: moved.after.pieces }),
  'warehouse.confirm': (moved) => [
    // First, for a pickup site that stores returned bags.
    ...toDelivery(moved, site.bagsStored, { pieces: moved.after.pieces }),
    ...toPickup(moved, site.bagsStored, { pieces: moved.after.pieces }),
    ...toCourier(moved.after.courierId, courier.storageConfirmed),
  ],
  'order.hand': notifyHandOver,
  'order.hotelHand': notifyHandOver,
  'exception.report': (moved) => {
    const facts = {
      ...(moved.report ? { report: moved.report } : {}),
      ...(moved.reason ? { reason: moved.reason } : {}),
    }
    return [
      ...toPickup(moved, site.exceptionReported, facts),
      ...toDelivery(moved, site.exceptionReported, facts),
    ]
  },
  'pickup.missed': (moved) => toPickup(moved, site.exceptionReported, { isMissed: true }),
  // Couriers lack a type for this, so 308 makes them check the order.
  'delivery.late': (moved) => [
    ...toPickup(moved, site.exceptionReported, { isLate: true }),
    ...toDelivery(moved, site.exceptionReported, { isLate: true }),
    ...toCourier(moved.after.courierId, courier.destinationChanged, { isLate: true }),
  ],
  'courier.assign': ({ before, after }) => [
    ...toCourier(after.courierId, courier.orderAssigned, { pieces: after.pieces }),
    ...(before.courierId === after.courierId ? [] : toCourier(before.courierId, courier.orderTakenAway)),
    ...(before.transferCourierId === after.courierId
      ? []
      : toCourier(before.transferCourierId, courier.orderTakenAway)),
  ],
  'transfer.apply': ({ after }) =>
    toCourier(after.transferCourierId, courier.transferOffered, { pieces: after.pieces }),
  'transfer.accept': ({ before }) => toCourier(before.courierId, courier.transferAccepted),
  'decision.reject': ({ before, isUnanswered }) =>
    isUnanswered ? toCourier(before.courierId, courier.orderTakenAway, { isUnanswered }) : [],
  'transfer.reject': ({ before, reason, isUnanswered }) => [
    ...toCourier(before.courierId, courier.transferRejected, reason ? { reason } : {}),
    ...(isUnanswered ? toCourier(before.transferCourierId, courier.orderTakenAway, { isUnanswered }) : []),
  ],
  'transfer.cancel': ({ before }) => toCourier(before.transferCourierId, courier.transferCancelled),
  'payment.succeeded': ({ before }) =>
    before.isSurchargeDue ? toCourier(before.courierId, courier.surchargePaid) : [],
  'order.cancel': notifyEnd,
  'exception.cancelOrder': (moved) => (moved.after.isRecalled ? notifyRecall(moved) : notifyEnd(moved)),
  'exception.closeOrder': notifyClosing,
}

/** Notifications that a move causes. A site at both ends of a trip gets only the first. */
export function employeeNotificationsOf(
  event: LifecycleEvent['type'],
  moved: OrderMove,
): NewEmployeeNotification[] {
  const notifications = notificationsByEvent[event]?.(moved) ?? []
  return notifications.filter(
    ({ siteId, type }, index) =>
      siteId === undefined ||
      notifications.findIndex((other) => other.siteId === siteId && other.type === type) === index,
  )
}
