import type { EmployeeNotificationItem, NotificationItem } from '@handsfree/core/contract'
import type { employeeNotifications } from './employee-notifications.table.ts'
import type { notifications } from './notifications.table.ts'

type Zone = 'timeZone' | 'cityName'

/** A notification as clients get it, without its zone. */
export const toItem = (row: typeof notifications.$inferSelect): Omit<NotificationItem, Zone> => ({
  notificationId: row.notificationId,
  indexId: row.indexId,
  type: row.type,
  content: JSON.stringify(row.content),
  isPopup: row.isPopup ? 1 : 0,
  isRead: row.isRead ? 1 : 0,
  timestamp: row.createTime.toISOString(),
})

export const toEmployeeItem = (
  row: typeof employeeNotifications.$inferSelect,
): Omit<EmployeeNotificationItem, Zone> => ({
  notificationId: String(row.indexId),
  indexId: row.indexId,
  type: row.type,
  content: JSON.stringify(row.content),
  isRead: row.isRead ? 1 : 0,
  timestamp: row.createTime.toISOString(),
})
