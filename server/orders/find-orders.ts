import { type CustomerView, customerViews, errorCodes } from '@handsfree/core/api'
import { and, asc, count, desc, eq, sql } from 'drizzle-orm'
import type { ChangeRow } from '../changes/changes.table.ts'
import { findOpenChanges } from '../changes/find-changes.ts'
import type { Database } from '../db/database.ts'
import { prepared } from '../db/prepared.ts'
import { ApiError } from '../http/api-error.ts'
import type { PaymentRow, RefundRow } from '../payments/payments.table.ts'
import type { ProcessingSession } from '../payments/processing.ts'
import { findMoney, findRefunds, type Taking } from '../payments/takings.ts'
import { viewCondition } from './lifecycle-columns.ts'
import { type BagRow, type OrderRow, orderBags, orders, orderTrace } from './orders.table.ts'
import { orderNotFound } from './refusals.ts'

/** An order with its related rows. */
export type OrderParts = {
  order: OrderRow
  bags: BagRow[]
  payments: PaymentRow[]
  takings: Taking[]
  refunds: RefundRow[]
  processing: ProcessingSession[]
  /** The change that waits. */
  change: ChangeRow | null
}

const pageSize = 20

const selectBags = prepared('bags of orders', (db, name) =>
  db
    .select()
    .from(orderBags)
    .where(sql`${orderBags.orderId} = any(${sql.placeholder('orderIds')}::text[])`)
    .orderBy(asc(orderBags.position))
    .prepare(name),
)

/** The related rows of some orders, in three queries however many they are, and one where a change waits. */
export async function withParts(tx: Database, rows: OrderRow[]): Promise<OrderParts[]> {
  const orderIds = rows.map(({ orderId }) => orderId)
  if (orderIds.length === 0) return []
  const bags = await selectBags(tx, { orderIds })
  const { payments, takings, processing } = await findMoney(tx, orderIds)
  const refunds = await findRefunds(tx, orderIds)
  const changes = await findOpenChanges(tx, rows)
  return rows.map((order) => {
    const isOurs = ({ orderId }: { orderId: string }) => orderId === order.orderId
    return {
      order,
      bags: bags.filter(isOurs),
      payments: payments.filter(isOurs),
      takings: takings.filter(isOurs),
      refunds: refunds.filter(isOurs),
      processing: processing.filter(isOurs),
      change: changes.find(isOurs) ?? null,
    }
  })
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
      .select()
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

/** A traveller's orders of one view, newest first, 20 at a time. */
export async function listOwnOrders(
  tx: Database,
  uin: string,
  view: CustomerView,
  cursor: string | undefined,
): Promise<{ list: OrderRow[]; nextCursor: string | null }> {
  const after = cursor === undefined ? null : readCursor(cursor)
  const { first, further } = pagesOf.get(view)!
  const rows = after
    ? await further(tx, { uin, orderId: after.orderId, createTime: after.createTime.toISOString() })
    : await first(tx, { uin })
  return toPage(rows, pageSize)
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
