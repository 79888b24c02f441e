import type { Locale, NotificationItem } from '@handsfree/core/contract'
import { eq, type SQLWrapper, sql } from 'drizzle-orm'
import { orders } from '../orders/orders.table.ts'

export const orderZone = {
  timeZone: orders.timeZone,
  cityName: sql<Record<Locale, string> | null>`${orders.pickupPlace} -> 'cityName'`,
}

export const isOrderOf = (content: SQLWrapper) => eq(orders.orderId, sql`${content} ->> 'orderId'`)

export const toZone = (
  { timeZone, cityName }: { timeZone: string | null; cityName: Record<Locale, string> | null },
  locale: Locale,
): Pick<NotificationItem, 'timeZone' | 'cityName'> =>
  timeZone && cityName ? { timeZone, cityName: cityName[locale] } : {}
