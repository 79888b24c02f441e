import type { OpenDispute } from '@handsfree/core/contract'
import { errorCodes } from '@handsfree/core/lib'
import { and, asc, count, eq, min, sql } from 'drizzle-orm'
import type { Database } from '../../runtime/db/database.ts'
import { ApiError } from '../../runtime/http/api-error.ts'
import { orders } from '../orders/orders.table.ts'
import { disputes, payments } from './payments.table.ts'

const pageSize = 100
const isOpen = eq(disputes.state, 'open')

function isAfter(cursor: string) {
  const [, time, disputeId] = /^(\d{1,14})-([\w-]{1,100})$/.exec(cursor) ?? []
  if (!time || !disputeId) throw new ApiError(errorCodes.paramError, 'unknown cursor')
  const made = new Date(Number(time)).toISOString()
  return sql`(${disputes.createTime}, ${disputes.disputeId}) > (${made}::timestamptz, ${disputeId})`
}

export async function findOpenDisputes(
  tx: Database,
  cursor?: string,
): Promise<{ list: OpenDispute[]; nextCursor: string | null }> {
  const rows = await tx
    .select({ dispute: disputes, orderId: orders.orderId, orderNumber: orders.orderNumber })
    .from(disputes)
    .innerJoin(payments, eq(payments.paymentId, disputes.paymentId))
    .innerJoin(orders, eq(orders.orderId, payments.orderId))
    .where(and(isOpen, cursor === undefined ? undefined : isAfter(cursor)))
    .orderBy(asc(disputes.createTime), asc(disputes.disputeId))
    .limit(pageSize + 1)
  const page = rows.slice(0, pageSize)
  const last = page.at(-1)?.dispute
  return {
    list: page.map(({ dispute, orderId, orderNumber }) => ({
      disputeId: dispute.disputeId,
      orderId,
      orderNumber,
      amount: { amount: dispute.amount, currency: dispute.currency },
      reason: dispute.reason,
      createTime: dispute.createTime.toISOString(),
    })),
    nextCursor: rows.length > pageSize && last ? `${last.createTime.getTime()}-${last.disputeId}` : null,
  }
}

export async function countOpenDisputes(db: Database): Promise<{ open: number; oldest: Date | null }> {
  const [row] = await db
    .select({ open: count(), oldest: min(disputes.createTime) })
    .from(disputes)
    .where(isOpen)
  return { open: row?.open ?? 0, oldest: row?.oldest ?? null }
}
