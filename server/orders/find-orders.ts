import { type CustomerView, customerViews, errorCodes } from '@handsfree/core/api'
import { and, asc, count, desc, eq, getTableColumns, sql } from 'drizzle-orm'
import type { Database } from '../db/database.ts'
import { prepared } from '../db/prepared.ts'
import { rowsOf } from '../db/rows-of.ts'
import { ApiError } from '../http/api-error.ts'
import { viewCondition } from './lifecycle-columns.ts'
import { type OrderParts, relatedTo, toParts } from './order-parts.ts'
import { type OrderRow, orders, orderTrace } from './orders.table.ts'
import { orderNotFound } from './refusals.ts'

const pageSize = 20

const selectAny = prepared('an order', (db, name) =>
  db
    .select()
    .from(orders)
    .where(eq(orders.orderId, sql.placeholder('orderId')))
    .prepare(name),
)

/** Anybody's order; null for an unknown id. */
export async function readOrder(tx: Database, orderId: string): Promise<OrderRow | null> {
  const [order] = await selectAny(tx, { orderId })
  return order ?? null
}

const selectOwn = prepared('a traveller’s order', (db, name) =>
  db
    .select()
    .from(orders)
    .where(and(eq(orders.orderId, sql.placeholder('orderId')), eq(orders.uin, sql.placeholder('uin'))))
    .prepare(name),
)

/** A traveller's own order. Throws 5004 for any other. */
export async function findOwnOrder(tx: Database, uin: string, orderId: string): Promise<OrderRow> {
  const [order] = await selectOwn(tx, { orderId, uin })
  if (!order) throw orderNotFound()
  return order
}

const selectOwnWithParts = prepared('a traveller’s order with its related rows', (db, name) =>
  db
    .select({
      order: orders,
      ...relatedTo(orders.orderId),
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

/** The same with its related rows and its trace, oldest first, in one statement. */
export async function findOwnWithParts(tx: Database, uin: string, orderId: string) {
  const [found] = await selectOwnWithParts(tx, { orderId, uin })
  if (!found) throw orderNotFound()
  return { parts: toParts(found.order, found), trace: found.trace }
}

const toCursor = ({ createTime, orderId }: OrderRow): string => `${createTime.getTime()}-${orderId}`

/** Position after which a page begins. Throws 1008 for a malformed cursor. */
export function readCursor(cursor: string): { createTime: Date; orderId: string } {
  const [, time, orderId] = /^(\d{1,14})-(\w{1,64})$/.exec(cursor) ?? []
  if (!time || !orderId) throw new ApiError(errorCodes.paramError, 'unknown cursor')
  return { createTime: new Date(Number(time)), orderId }
}

/** Cuts off the extra row that shows whether there is more. */
export const toPage = (rows: OrderRow[], size: number) => {
  const list = rows.slice(0, size)
  const last = list.at(-1)
  return { list, nextCursor: rows.length > size && last ? toCursor(last) : null }
}

const isOlder = sql`(${orders.createTime}, ${orders.orderId}) < (${sql.placeholder('createTime')}::timestamptz, ${sql.placeholder('orderId')}::text)`

const selectPage = (view: CustomerView, isFirst: boolean) =>
  prepared(`a traveller’s orders, view ${view}${isFirst ? '' : ', further'}`, (db, name) =>
    db
      .select({ order: orders, ...relatedTo(orders.orderId) })
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

/** A traveller's orders of one view with their related rows, newest first, 20 at a time, in one statement. */
export async function listOwnOrders(
  tx: Database,
  uin: string,
  view: CustomerView,
  cursor: string | undefined,
): Promise<{ list: OrderParts[]; nextCursor: string | null }> {
  const after = cursor === undefined ? null : readCursor(cursor)
  const { first, further } = pagesOf.get(view)!
  const rows = after
    ? await further(tx, { uin, orderId: after.orderId, createTime: after.createTime.toISOString() })
    : await first(tx, { uin })
  const { list, nextCursor } = toPage(
    rows.map(({ order }) => order),
    pageSize,
  )
  return { list: list.map((order, index) => toParts(order, rows[index]!)), nextCursor }
}

/** How many of a traveller's orders a view holds. */
export async function countOwnOrders(tx: Database, uin: string, view: CustomerView): Promise<number> {
  const [found] = await tx
    .select({ orders: count() })
    .from(orders)
    .where(and(eq(orders.uin, uin), viewCondition(view)))
  return found?.orders ?? 0
}

/** What happened to an order, oldest first. */
export const findTrace = (tx: Database, orderId: string) =>
  tx.select().from(orderTrace).where(eq(orderTrace.orderId, orderId)).orderBy(asc(orderTrace.position))
