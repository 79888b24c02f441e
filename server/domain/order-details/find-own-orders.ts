import { type CustomerView, customerViews } from '@handsfree/core/contract'
import { and, desc, eq, getTableColumns, sql } from 'drizzle-orm'
import type { Database } from '../../runtime/db/database.ts'
import { prepareStatement } from '../../runtime/db/prepare-statement.ts'
import { rowsOf } from '../../runtime/db/rows-of.ts'
import { readCursor, toPage } from '../orders/find-orders.ts'
import { viewCondition } from '../orders/lifecycle-columns.ts'
import { orders, orderTrace } from '../orders/orders.table.ts'
import { orderNotFound } from '../orders/refusals.ts'
import { type OrderDetails, relatedColumns, toOrderDetails } from './order-details.ts'

const pageSize = 20

const selectOwnDetails = prepareStatement('a traveller’s order with its related rows', (db, name) =>
  db
    .select({
      order: orders,
      ...relatedColumns(orders.orderId),
      trace: rowsOf(
        getTableColumns(orderTrace),
        sql`from ${orderTrace} where ${orderTrace.orderId} = ${orders.orderId}`,
        sql`${orderTrace.position}`,
      ),
    })
    .from(orders)
    .where(and(eq(orders.orderId, sql.placeholder('orderId')), eq(orders.uin, sql.placeholder('uin'))))
    .prepare(name),
)

/**
 * Reads a traveller's order with related rows and trace (oldest first) in one statement. Throws 5004 for any other
 * order.
 */
export async function findOwnDetails(tx: Database, uin: string, orderId: string) {
  const [found] = await selectOwnDetails(tx, { orderId, uin })
  if (!found) throw orderNotFound()
  return { parts: toOrderDetails(found.order, found), trace: found.trace }
}

const isOlder = sql`(${orders.createTime}, ${orders.orderId}) < (${sql.placeholder('createTime')}::timestamptz, ${sql.placeholder('orderId')}::text)`

const selectPage = (view: CustomerView, isFirst: boolean) =>
  prepareStatement(`a traveller’s orders, view ${view}${isFirst ? '' : ', further'}`, (db, name) =>
    db
      .select({ order: orders, ...relatedColumns(orders.orderId) })
      .from(orders)
      .where(and(eq(orders.uin, sql.placeholder('uin')), viewCondition(view), isFirst ? undefined : isOlder))
      .orderBy(desc(orders.createTime), desc(orders.orderId))
      .limit(pageSize + 1)
      .prepare(name),
  )

const pagesOf = new Map(
  Object.values(customerViews).map((view) => [
    view,
    { first: selectPage(view, true), further: selectPage(view, false) },
  ]),
)

/** Lists a traveller's orders of a view with related rows, newest first, 20 per page, in one statement. */
export async function listOwnOrders(
  tx: Database,
  uin: string,
  view: CustomerView,
  cursor: string | undefined,
): Promise<{ list: OrderDetails[]; nextCursor: string | null }> {
  const after = cursor === undefined ? null : readCursor(cursor)
  const { first, further } = pagesOf.get(view)!
  const rows = after
    ? await further(tx, { uin, orderId: after.orderId, createTime: after.createTime.toISOString() })
    : await first(tx, { uin })
  const { list, nextCursor } = toPage(
    rows.map(({ order }) => order),
    pageSize,
  )
  return { list: list.map((order, index) => toOrderDetails(order, rows[index]!)), nextCursor }
}
