import type { Phone } from '@handsfree/core/contract'
import { and, desc, eq, ne, type SQL } from 'drizzle-orm'
import { unionAll } from 'drizzle-orm/pg-core'
import type { Transaction } from '../../runtime/db/database.ts'
import { type OrderRow, orders } from '../orders/orders.table.ts'

const mostFound = 50

/**
 * The newest orders of an account and of others who send to its number, each by its own index; without an account those that
 * are sent to the number.
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
