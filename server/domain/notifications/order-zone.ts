import type { Locale, NotificationItem } from '@handsfree/core/contract'
import { eq, type SQLWrapper, sql } from 'drizzle-orm'
import { orders } from '../orders/orders.table.ts'

/** Zone and city of a notification's order, joined by `isOrderOf`; both null without one. */
export const orderZone = {
  timeZone: orders.timeZone,
  cityName: sql<Record<Locale, string> | null>`${orders.pickupPlace} -> 'cityName'`,
}

export const isOrderOf = (content: SQLWrapper) => eq(orders.orderId, sql`${content} ->> 'orderId'`)

/** A notification's clock as in the contract, in the reader's language. */
export const toZone = (
  { timeZone, cityName }: { timeZone: string | null; cityName: Record<Locale, string> | null },
  locale: Locale,
): Pick<NotificationItem, 'timeZone' | 'cityName'> =>
  timeZone && cityName ? { timeZone, cityName: cityName[locale] } : {}
