import * as v from 'valibot'
import type { EmployeeNotificationItem, EmployeeNotificationType } from '../contract/employee-notification.ts'
import { courierNotificationTypes, siteNotificationTypes } from '../contract/notification.ts'
import { ReportKind } from '../contract/order.ts'
import type { EmployeeNotificationDetails } from './employee-notifications-by-move.ts'

const typeByName = { ...siteNotificationTypes, ...courierNotificationTypes }
export type EmployeeNotificationName = keyof typeof typeByName

const nameByType = Object.fromEntries(
  Object.entries(typeByName).map(([name, type]) => [type, name]),
) as Record<EmployeeNotificationType, EmployeeNotificationName>

/** Name of a type's number: `bagsStored` for 205. */
export const employeeNotificationName = (type: EmployeeNotificationType): EmployeeNotificationName =>
  nameByType[type]

const optionalField = <Schema extends v.GenericSchema>(schema: Schema) =>
  v.fallback(v.optional(schema), undefined)

const Content = v.fallback(
  v.object({
    orderId: optionalField(v.string()),
    orderNumber: optionalField(v.string()),
    place: optionalField(v.picklist(['pickup', 'delivery'])),
    pieces: optionalField(v.pipe(v.number(), v.integer(), v.minValue(1))),
    result: optionalField(v.picklist(['passed', 'rejected', 'cancelled', 'changed', 'closed', 'recalled'])),
    isDiverted: optionalField(v.literal(true)),
    isRecalled: optionalField(v.literal(true)),
    isClosed: optionalField(v.literal(true)),
    isMissed: optionalField(v.literal(true)),
    isUnanswered: optionalField(v.literal(true)),
    isLate: optionalField(v.literal(true)),
    isChanged: optionalField(v.literal(true)),
    report: optionalField(ReportKind),
    reason: optionalField(v.string()),
  }),
  {},
)

/** `createTime` is ISO 8601 with offset. */
export type EmployeeNotification = {
  id: string
  type: EmployeeNotificationType
  content: EmployeeNotificationDetails & { orderId?: string; orderNumber?: string }
  isRead: boolean
  createTime: string
  /** Zone and city of the order's pickup site; null without an order. */
  zone: { timeZone: string; city: string } | null
}

/** Converts an item of the server's list; invalid content yields an empty object. */
export function toEmployeeNotification(item: EmployeeNotificationItem): EmployeeNotification {
  const content = v.safeParse(v.pipe(v.string(), v.parseJson(), Content), item.content)
  return {
    id: item.notificationId,
    type: item.type,
    content: content.success ? (content.output as EmployeeNotification['content']) : {},
    isRead: item.isRead === 1,
    createTime: item.timestamp,
    zone: item.timeZone && item.cityName ? { timeZone: item.timeZone, city: item.cityName } : null,
  }
}
