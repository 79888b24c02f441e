import * as v from 'valibot'
import { getCall, postCall } from './call.ts'
import { Empty, Id, Timestamp } from './common.ts'

/** Customer notification types (spec section 7, numbers by contract; claims are ours). */
export const customerNotificationTypes = {
  pendingPayment: 1,
  reviewFailed: 2,
  pickuped: 3,
  transporting: 4,
  warehouseSucceeded: 5,
  signed: 6,
  handedTimeout: 7,
  refunded: 8,
  orderUpdated: 9,
  claimUpdated: 10,
} as const
export const CustomerNotificationType = v.picklist(Object.values(customerNotificationTypes))
export type CustomerNotificationType = v.InferOutput<typeof CustomerNotificationType>

/**
 * Notification types of site workers (spec section 6 numbers them, the names are ours: 10x orders, 20x bags).
 * Causes: `core/notifications/employee-notifications-by-move.ts`.
 */
export const siteNotificationTypes = {
  orderToReview: 101,
  orderDecided: 102,
  courierArrived: 201,
  bagsPickedUp: 202,
  bagsOnTheWay: 203,
  storageRequested: 204,
  bagsStored: 205,
  bagsHanded: 206,
  exceptionReported: 207,
} as const

/** Notification types of couriers (spec section 6 numbers them, the names are ours, in task order). */
export const courierNotificationTypes = {
  orderAssigned: 301,
  orderTakenAway: 302,
  transferOffered: 303,
  transferAccepted: 304,
  transferRejected: 305,
  transferCancelled: 306,
  surchargePaid: 307,
  destinationChanged: 308,
  storageConfirmed: 309,
  orderCancelled: 310,
} as const

/** The spec's eight types that the unread badge counts (sections 7 and 9). */
export const unreadTypes: readonly CustomerNotificationType[] = Object.values(
  customerNotificationTypes,
).filter((type) => type <= customerNotificationTypes.refunded)

/** Adds claims, which the spec doesn't number, to a count that includes refunds. */
export const countedTypes = (types: readonly CustomerNotificationType[]): CustomerNotificationType[] =>
  types.includes(customerNotificationTypes.refunded)
    ? [...types, customerNotificationTypes.claimUpdated]
    : [...types]

export const countsAsUnread = (type: CustomerNotificationType): boolean =>
  countedTypes(unreadTypes).includes(type)

/** Zone and city of the order's pickup site; absent without an order. */
export const notificationZone = { timeZone: v.optional(v.string()), cityName: v.optional(v.string()) }

/** As sent by the server: `content` is a JSON string. */
export const NotificationItem = v.object({
  notificationId: Id,
  indexId: v.number(),
  type: CustomerNotificationType,
  content: v.string(),
  isPopup: v.union([v.literal(0), v.literal(1)]),
  isRead: v.union([v.literal(0), v.literal(1)]),
  timestamp: Timestamp,
  ...notificationZone,
})
export type NotificationItem = v.InferOutput<typeof NotificationItem>

const digits = v.pipe(v.string(), v.regex(/^\d{1,9}$/), v.toNumber())

export const listNotifications = getCall('/notification/page', {
  summary: 'Returns the caller’s notifications, newest first.',
  audience: 'traveller',
  query: v.strictObject({
    page: v.optional(v.pipe(digits, v.minValue(1), v.maxValue(10_000)), '1'),
    pageSize: v.optional(v.pipe(digits, v.minValue(1), v.maxValue(50)), '20'),
    types: v.optional(v.pipe(v.array(v.pipe(digits, CustomerNotificationType)), v.maxLength(10))),
    isRead: v.optional(v.pipe(digits, v.maxValue(1))),
  }),
  result: v.object({
    list: v.array(NotificationItem),
    paging: v.object({ page: v.number(), pageSize: v.number(), total: v.number() }),
  }),
})

/** Size of 100 whole items in bytes; the longest `content` has about 1 KB. */
export const maxMarkBytes = 256 * 1024

export const markNotifications = postCall('/notification/state/update', {
  summary: 'Marks notifications as read, given as list items or ids.',
  audience: 'traveller',
  bodyLimit: maxMarkBytes,
  body: v.strictObject({
    notificationList: v.pipe(
      v.array(v.strictObject({ ...v.partial(NotificationItem).entries, notificationId: Id })),
      v.minLength(1),
      v.maxLength(100),
    ),
    isRead: v.literal(1),
  }),
  result: Empty,
})

export const countUnread = getCall('/notification/unread', {
  summary: 'Returns how many notifications of the given types are unread. Claims count as type 8.',
  audience: 'traveller',
  query: v.strictObject({
    types: v.pipe(v.array(v.pipe(digits, CustomerNotificationType)), v.minLength(1), v.maxLength(10)),
  }),
  result: v.number(),
})
