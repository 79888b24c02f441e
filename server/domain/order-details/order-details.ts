import { getTableColumns, type SQLWrapper, sql } from 'drizzle-orm'
import type { Database } from '../../runtime/db/database.ts'
import { prepareStatement } from '../../runtime/db/prepare-statement.ts'
import { rowsOf } from '../../runtime/db/rows-of.ts'
import { type ChangeRow, orderChanges } from '../changes/changes.table.ts'
import { isOpenChange } from '../changes/find-changes.ts'
import { type BagRow, type OrderRow, orderBags } from '../orders/orders.table.ts'
import {
  type PaymentRow,
  paymentSessions,
  payments,
  type RefundRow,
  refunds,
} from '../payments/payments.table.ts'
import type { ProcessingSession } from '../payments/processing.ts'
import { type MoneySession, moneyOf, type Taking } from '../payments/takings.ts'

export type OrderDetails = {
  order: OrderRow
  bags: BagRow[]
  payments: PaymentRow[]
  takings: Taking[]
  refunds: RefundRow[]
  processing: ProcessingSession[]
  change: ChangeRow | null
}

/** Related rows of an order as columns of a query. */
export const relatedColumns = (orderId: SQLWrapper) => ({
  bags: rowsOf(
    getTableColumns(orderBags),
    sql`from ${orderBags} where ${orderBags.orderId} = ${orderId}`,
    sql`${orderBags.position}`,
  ),
  payments: rowsOf(
    getTableColumns(payments),
    sql`from ${payments} where ${payments.orderId} = ${orderId}`,
    sql`${payments.createTime}, ${payments.paymentId}`,
  ),
  sessions: rowsOf(
    {
      sessionId: paymentSessions.sessionId,
      paymentId: paymentSessions.paymentId,
      state: paymentSessions.state,
      method: paymentSessions.method,
      receiptNumber: paymentSessions.receiptNumber,
      expiresAt: paymentSessions.expiresAt,
      updateTime: paymentSessions.updateTime,
    },
    sql`from ${payments} join ${paymentSessions} on ${paymentSessions.paymentId} = ${payments.paymentId}
      where ${payments.orderId} = ${orderId} and ${paymentSessions.state} in ('paid', 'processing')`,
    sql`${paymentSessions.updateTime}, ${paymentSessions.sessionId}`,
  ),
  refunds: rowsOf(
    getTableColumns(refunds),
    sql`from ${refunds} where ${refunds.orderId} = ${orderId}`,
    sql`${refunds.createTime}, ${refunds.refundId}`,
  ),
  changes: rowsOf(
    getTableColumns(orderChanges),
    sql`from ${orderChanges} where ${orderChanges.orderId} = ${orderId} and ${isOpenChange}`,
  ),
})

export type RelatedRows = {
  bags: BagRow[]
  payments: PaymentRow[]
  sessions: MoneySession[]
  refunds: RefundRow[]
  changes: ChangeRow[]
}

export const toOrderDetails = (
  order: OrderRow,
  { payments, sessions, changes, bags, refunds }: RelatedRows,
): OrderDetails => ({
  order,
  bags,
  refunds,
  ...moneyOf(payments, sessions),
  change: changes[0] ?? null,
})

const selectRelated = prepareStatement('related rows of orders', (db, name) =>
  db
    .select({ orderId: sql<string>`wanted.order_id`, ...relatedColumns(sql`wanted.order_id`) })
    .from(sql`unnest(${sql.placeholder('orderIds')}::text[]) as wanted(order_id)`)
    .prepare(name),
)

export async function withOrderDetails(tx: Database, rows: OrderRow[]): Promise<OrderDetails[]> {
  if (rows.length === 0) return []
  const related = await selectRelated(tx, { orderIds: rows.map(({ orderId }) => orderId) })
  return rows.map((order) => toOrderDetails(order, related.find(({ orderId }) => orderId === order.orderId)!))
}
