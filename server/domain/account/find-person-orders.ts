import type { Phone } from '@handsfree/core/contract'
import { and, desc, eq, inArray, notInArray, type SQL } from 'drizzle-orm'
import { unionAll } from 'drizzle-orm/pg-core'
import type { Transaction } from '../../runtime/db/database.ts'
import { type OrderRow, orders } from '../orders/orders.table.ts'

const maxResults = 50

/**
 * Returns the newest orders of accounts and those sent to their number. A union, so that each part uses its own index.
 * Without an account, returns only orders sent to the number.
 */
export function findPersonOrders(
  tx: Transaction,
  uins: readonly string[],
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
    notInArray(orders.uin, [...uins]),
  )
  if (uins.length === 0) return selectWhere(isReceived).execute()
  return unionAll(selectWhere(inArray(orders.uin, [...uins])), selectWhere(isReceived))
    .orderBy(...newestFirst)
    .limit(maxResults)
    .execute()
}
