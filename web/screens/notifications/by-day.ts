import { dayOf } from '@handsfree/core/format'
import type { CustomerNotification } from '@handsfree/core/notification'

/** `day` is `yyyy-MM-dd` in the zone. */
export type DayOfNotifications = { day: string; notifications: CustomerNotification[] }

/** Groups notifications by day, in their order. */
export function byDay(
  notifications: readonly CustomerNotification[],
  timeZone: string,
): DayOfNotifications[] {
  const days = new Map<string, CustomerNotification[]>()
  for (const notification of notifications) {
    const day = dayOf(Date.parse(notification.createTime), timeZone)
    days.set(day, [...(days.get(day) ?? []), notification])
  }
  return [...days].map(([day, notifications]) => ({ day, notifications }))
}
