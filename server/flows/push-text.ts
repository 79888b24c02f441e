import { countedTypes, type Locale, unreadTypes } from '@handsfree/core/contract'
import { queueKindText } from '@handsfree/core/crew'
import { type Formatter, joinParts } from '@handsfree/core/i18n'
import {
  employeeNotificationDetails,
  employeeNotificationTitle,
  employeePushRuleOf,
  notificationDetails,
  notificationPath,
  notificationTitle,
  type PushRule,
  pushRuleOf,
  queuePushRule,
  toCustomerNotification,
  toEmployeeNotification,
} from '@handsfree/core/notifications'
import { and, count, eq, inArray } from 'drizzle-orm'
import { createBrandFormatter } from '../domain/catalogue/brand.ts'
import { employeeNotifications } from '../domain/notifications/employee-notifications.table.ts'
import { notifications } from '../domain/notifications/notifications.table.ts'
import { toEmployeeItem, toItem } from '../domain/notifications/to-item.ts'
import { orders } from '../domain/orders/orders.table.ts'
import type { PushMessageRow } from '../domain/push/push.table.ts'
import type { Database } from '../runtime/db/database.ts'
import type { Services } from '../runtime/services.ts'

/** Text and link of a message, and the number for the app's badge. */
export type PushText = { title: string; body: string; path: string; rule: PushRule; unread: number | null }

/** Longer bodies are cut: push services accept 4 KB for everything, encrypted. */
const maxBody = 300
export const shorten = (text: string): string => {
  const characters = [...text]
  return characters.length > maxBody ? `${characters.slice(0, maxBody - 1).join('')}…` : text
}

async function travellerText(
  db: Database,
  intl: Formatter,
  notificationId: string,
): Promise<PushText | null> {
  const [row] = await db.select().from(notifications).where(eq(notifications.notificationId, notificationId))
  if (!row || row.isRead) return null
  const notification = toCustomerNotification(toItem(row))
  const [counted] = await db
    .select({ unread: count() })
    .from(notifications)
    .where(
      and(
        eq(notifications.uin, row.uin),
        eq(notifications.isRead, false),
        inArray(notifications.type, countedTypes(unreadTypes)),
      ),
    )
  const { orderId, orderNumber } = notification.content
  return {
    title: notificationTitle(intl, notification),
    body: joinParts([notificationDetails(intl, notification), orderNumber]),
    path: orderId ? notificationPath(notification) : '/notifications',
    rule: pushRuleOf(notification),
    unread: counted?.unread ?? 0,
  }
}

async function employeeText(db: Database, intl: Formatter, indexId: number): Promise<PushText | null> {
  const [row] = await db
    .select()
    .from(employeeNotifications)
    .where(eq(employeeNotifications.indexId, indexId))
  if (!row || row.isRead) return null
  const { employeeId, type } = row
  const notification = toEmployeeNotification(toEmployeeItem(row))
  const isUnread = and(
    eq(employeeNotifications.employeeId, employeeId),
    eq(employeeNotifications.isRead, false),
  )
  const [counted] = await db.select({ unread: count() }).from(employeeNotifications).where(isUnread)
  const { orderId, orderNumber } = notification.content
  return {
    title: employeeNotificationTitle(intl, notification),
    body: joinParts([orderNumber, employeeNotificationDetails(intl, notification)]),
    path: orderId ? `/crew/orders/${orderId}` : '/crew/notices',
    rule: employeePushRuleOf(type),
    unread: counted?.unread ?? 0,
  }
}

async function queueText(
  db: Database,
  intl: Formatter,
  { orderId, queueKind }: PushMessageRow,
): Promise<PushText | null> {
  if (queueKind === null || orderId === null) return null
  const [order] = await db
    .select({ orderNumber: orders.orderNumber })
    .from(orders)
    .where(eq(orders.orderId, orderId))
  if (!order) return null
  return {
    title: queueKindText(intl, queueKind),
    body: order.orderNumber,
    path: `/crew/orders/${orderId}`,
    rule: queuePushRule,
    unread: null,
  }
}

/** Reads a message's text. Null if its news is read or gone. */
export async function readPushText(
  services: Pick<Services, 'db' | 'now'>,
  row: PushMessageRow,
  locale: Locale,
): Promise<PushText | null> {
  const { db } = services
  const intl = await createBrandFormatter(db, services, locale)
  if (row.notificationId !== null) return travellerText(db, intl, row.notificationId)
  if (row.employeeNotificationId !== null) return employeeText(db, intl, row.employeeNotificationId)
  return queueText(db, intl, row)
}
