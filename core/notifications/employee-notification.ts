import * as v from 'valibot'
import type { EmployeeNotificationItem, EmployeeNotificationType } from '../contract/employee-notification.ts'
import { courierNotificationTypes, siteNotificationTypes } from '../contract/notification.ts'
import type { EmployeeNotificationFacts } from './employee-notifications-by-move.ts'

const names = { ...siteNotificationTypes, ...courierNotificationTypes }
export type EmployeeNotificationName = keyof typeof names

const byNumber = Object.fromEntries(Object.entries(names).map(([name, type]) => [type, name])) as Record<
  EmployeeNotificationType,
  EmployeeNotificationName
>

/** Name of a type's number: `bagsStored` for 205. */
export const employeeNotificationName = (type: EmployeeNotificationType): EmployeeNotificationName =>
  byNumber[type]

const fact = <Schema extends v.GenericSchema>(schema: Schema) => v.fallback(v.optional(schema), undefined)

const Content = v.fallback(
  v.object({
    orderId: fact(v.string()),
    orderNumber: fact(v.string()),
    place: fact(v.picklist(['pickup', 'delivery'])),
    pieces: fact(v.pipe(v.number(), v.integer(), v.minValue(1))),
    result: fact(v.picklist(['passed', 'rejected', 'cancelled', 'changed'])),
    isDiverted: fact(v.literal(true)),
    isRecalled: fact(v.literal(true)),
    isMissed: fact(v.literal(true)),
    isLate: fact(v.literal(true)),
    isChanged: fact(v.literal(true)),
    reason: fact(v.string()),
  }),
  {},
)

/** `createTime` is ISO 8601 with offset. */
export type EmployeeNotification = {
  id: string
  type: EmployeeNotificationType
  content: EmployeeNotificationFacts & { orderId?: string; orderNumber?: string }
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
