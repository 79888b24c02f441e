import type { CustomerView } from '@handsfree/core/contract'
import { errorCodes } from '@handsfree/core/lib'
import { and, count, eq, sql } from 'drizzle-orm'
import type { Database } from '../../runtime/db/database.ts'
import { prepareStatement } from '../../runtime/db/prepare-statement.ts'
import { ApiError } from '../../runtime/http/api-error.ts'
import { viewCondition } from './lifecycle-columns.ts'
import { type OrderRow, orders } from './orders.table.ts'
import { orderNotFound } from './refusals.ts'

const selectOrder = prepareStatement('an order', (db, name) =>
  db
    .select()
    .from(orders)
    .where(eq(orders.orderId, sql.placeholder('orderId')))
    .prepare(name),
)

/** Not restricted to one traveller. Returns null for an unknown id. */
export async function readOrder(tx: Database, orderId: string): Promise<OrderRow | null> {
  const [order] = await selectOrder(tx, { orderId })
  return order ?? null
}

const selectOwnOrder = prepareStatement('a traveller’s order', (db, name) =>
  db
    .select()
    .from(orders)
    .where(and(eq(orders.orderId, sql.placeholder('orderId')), eq(orders.uin, sql.placeholder('uin'))))
    .prepare(name),
)

/** Throws 5004 for an unknown order or another traveller's. */
export async function findOwnOrder(tx: Database, uin: string, orderId: string): Promise<OrderRow> {
  const [order] = await selectOwnOrder(tx, { orderId, uin })
  if (!order) throw orderNotFound()
  return order
}

const toCursor = ({ createTime, orderId }: OrderRow): string => `${createTime.getTime()}-${orderId}`

/** Throws 1008 for a malformed cursor. */
export function readCursor(cursor: string): { createTime: Date; orderId: string } {
  const [, time, orderId] = /^(\d{1,14})-(\w{1,64})$/.exec(cursor) ?? []
  if (!time || !orderId) throw new ApiError(errorCodes.paramError, 'unknown cursor')
  return { createTime: new Date(Number(time)), orderId }
}

/** `rows` has one extra row to detect a next page. */
export const toPage = (rows: OrderRow[], size: number) => {
  const list = rows.slice(0, size)
  const last = list.at(-1)
  return { list, nextCursor: rows.length > size && last ? toCursor(last) : null }
}

export async function countOwnOrders(tx: Database, uin: string, view: CustomerView): Promise<number> {
  const [found] = await tx
    .select({ orders: count() })
    .from(orders)
    .where(and(eq(orders.uin, uin), viewCondition(view)))
  return found?.orders ?? 0
}
