import type { Locale, OperatorOrder } from '@handsfree/core/api'
import { and, asc, desc, eq, gt, inArray, not, or } from 'drizzle-orm'
import type { Database } from '../db/database.ts'
import { readCursor, toPage, withParts } from '../orders/find-orders.ts'
import { type OrderRow, orders, orderTrace } from '../orders/orders.table.ts'
import { toOrder, toTraceEvent } from '../orders/to-order.ts'
import type { Services } from '../services.ts'

const pageSize = 50

const isPaidAndOpen = and(eq(orders.closing, 'open'), not(inArray(orders.payment, ['unpaid', 'failed'])))
const isRefunding = eq(orders.payment, 'refunding')

/** Orders that somebody has to do something about, oldest first, 50 at a time. */
export async function listOpenOrders(tx: Database, cursor: string | undefined) {
  const after = cursor === undefined ? null : readCursor(cursor)
  const isAfter =
    after &&
    or(
      gt(orders.createTime, after.createTime),
      and(eq(orders.createTime, after.createTime), gt(orders.orderId, after.orderId)),
    )
  const rows = await tx
    .select()
    .from(orders)
    .where(and(or(isPaidAndOpen, isRefunding), isAfter ?? undefined))
    .orderBy(asc(orders.createTime), asc(orders.orderId))
    .limit(pageSize + 1)
  return toPage(rows, pageSize)
}

/** Orders as operators see them: without the claim code. */
export async function readForOperator(
  tx: Database,
  reading: Pick<Services, 'secret' | 'now'>,
  rows: OrderRow[],
  locale: Locale,
): Promise<OperatorOrder[]> {
  if (rows.length === 0) return []
  const orderIds = rows.map(({ orderId }) => orderId)
  const last = await tx
    .selectDistinctOn([orderTrace.orderId])
    .from(orderTrace)
    .where(inArray(orderTrace.orderId, orderIds))
    .orderBy(orderTrace.orderId, desc(orderTrace.position))
  return (await withParts(tx, rows)).map((parts) => {
    const event = last.find(({ orderId }) => orderId === parts.order.orderId)
    return {
      ...toOrder(parts, reading, locale),
      claimCode: null,
      roomPassword: parts.order.roomPassword,
      lastEvent: event ? toTraceEvent(event, parts.order, locale) : null,
    }
  })
}
