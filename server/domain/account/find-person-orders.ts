import type { Phone } from '@handsfree/core/contract'
import { and, desc, eq, ne, type SQL } from 'drizzle-orm'
import { unionAll } from 'drizzle-orm/pg-core'
import type { Transaction } from '../../runtime/db/database.ts'
import { type OrderRow, orders } from '../orders/orders.table.ts'

const mostFound = 50

/**
 * Returns the newest orders of an account and those sent to its number. A union, so that each part uses its own
 * index. Without an account, returns only orders sent to the number.
 */
export function findPersonOrders(
  tx: Transaction,
  uin: string | null,
  { dialCode, phoneNumber }: Phone,
): Promise<OrderRow[]> {
  const newest = [desc(orders.createTime), desc(orders.orderId)]
  const within = (where: SQL | undefined) =>
    tx
      .select()
      .from(orders)
      .where(where)
      .orderBy(...newest)
      .limit(mostFound)
  const received = and(
    eq(orders.receiverPhoneNumber, phoneNumber),
    eq(orders.receiverDialCode, dialCode),
    uin === null ? undefined : ne(orders.uin, uin),
  )
  if (uin === null) return within(received).execute()
  return unionAll(within(eq(orders.uin, uin)), within(received))
    .orderBy(...newest)
    .limit(mostFound)
    .execute()
}
