import * as v from 'valibot'
import { type EmployeeRole, employeeRoles, getCall, postCall } from './call.ts'
import { Empty, Id, Timestamp } from './common.ts'
import {
  courierNotificationTypes,
  maxMarkBytes,
  notificationZone,
  siteNotificationTypes,
} from './notification.ts'

export const EmployeeNotificationType = v.picklist([
  ...Object.values(siteNotificationTypes),
  ...Object.values(courierNotificationTypes),
])
export type EmployeeNotificationType = v.InferOutput<typeof EmployeeNotificationType>

/** As sent by the server: `content` is a JSON string. */
export const EmployeeNotificationItem = v.object({
  notificationId: Id,
  /** Increases with time. */
  indexId: v.number(),
  type: EmployeeNotificationType,
  content: v.string(),
  isRead: v.union([v.literal(0), v.literal(1)]),
  timestamp: Timestamp,
  ...notificationZone,
})
export type EmployeeNotificationItem = v.InferOutput<typeof EmployeeNotificationItem>

/** Operators work with lists instead of notifications. */
const roles = ['courier', 'site'] as const satisfies readonly EmployeeRole[]

const digits = v.pipe(v.string(), v.regex(/^\d{1,9}$/), v.toNumber())
const types = v.optional(v.pipe(v.array(v.pipe(digits, EmployeeNotificationType)), v.maxLength(19)))

export const listEmployeeNotifications = getCall('/operator/notification/page', {
  summary:
    'Returns the caller’s notifications about other people’s actions on orders of their site or tasks, newest first.',
  audience: 'operator',
  roles,
  query: v.strictObject({
    page: v.optional(v.pipe(digits, v.minValue(1), v.maxValue(10_000)), '1'),
    pageSize: v.optional(v.pipe(digits, v.minValue(1), v.maxValue(50)), '20'),
    types,
    isRead: v.optional(v.pipe(digits, v.maxValue(1))),
  }),
  result: v.object({
    list: v.array(EmployeeNotificationItem),
    paging: v.object({ page: v.number(), pageSize: v.number(), total: v.number() }),
  }),
})

export const markEmployeeNotifications = postCall('/operator/notification/state/update', {
  summary:
    'Marks the caller’s notifications as read, given as list items or ids. Ignores unknown ones and those of others.',
  audience: 'operator',
  roles,
  bodyLimit: maxMarkBytes,
  body: v.strictObject({
    notificationList: v.pipe(
      v.array(v.strictObject({ ...v.partial(EmployeeNotificationItem).entries, notificationId: Id })),
      v.minLength(1),
      v.maxLength(100),
    ),
    isRead: v.literal(1),
  }),
  result: Empty,
})

export const countEmployeeUnread = getCall('/operator/notification/unread', {
  summary: 'Returns how many of the caller’s notifications are unread, optionally of the given types.',
  audience: 'operator',
  roles,
  query: v.strictObject({ types }),
  result: v.number(),
})

export const openEmployeeLine = postCall('/operator/line', {
  summary:
    'Returns the credentials for live updates: MQTT over WebSocket at `/mqtt`, with a topic that only the caller can read. The password expires within an hour, or with the token.',
  audience: 'operator',
  roles: employeeRoles,
  body: v.strictObject({}),
  result: v.object({
    host: v.string(),
    port: v.string(),
    clientId: v.string(),
    topic: v.string(),
    username: v.string(),
    password: v.string(),
  }),
})
