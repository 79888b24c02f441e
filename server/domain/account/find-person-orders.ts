import type { Phone } from '@handsfree/core/contract'
import { and, desc, eq, ne, type SQL } from 'drizzle-orm'
import { unionAll } from 'drizzle-orm/pg-core'
import type { Transaction } from '../../runtime/db/database.ts'
import { type OrderRow, orders } from '../orders/orders.table.ts'

const maxResults = 50

/**
 * Returns the newest orders of an account and those sent to its number. A union, so that each part uses its own
 * index. Without an account, returns only orders sent to the number.
 */
export function findPersonOrders(
  tx: Transaction,
  uin: string | null,
  { dialCode, phoneNumber }: Phone,
): Promise<OrderRow[]> {
  const newestFirst = [desc(orders.createTime), desc(orders.orderId)]
  const selectWhere = (where: SQL | undefined) =>
    tx
      .select()
      .from(orders)
      .where(where)
      .orderBy(...newestFirst)
      .limit(maxResults)
  const isReceived = and(
    eq(orders.receiverPhoneNumber, phoneNumber),
    eq(orders.receiverDialCode, dialCode),
    uin === null ? undefined : ne(orders.uin, uin),
  )
  if (uin === null) return selectWhere(isReceived).execute()
  return unionAll(selectWhere(eq(orders.uin, uin)), selectWhere(isReceived))
    .orderBy(...newestFirst)
    .limit(maxResults)
    .execute()
}
