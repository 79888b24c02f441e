import { settledStages } from '@handsfree/core/claims'
import type { Currency, RefundRequest } from '@handsfree/core/contract'
import { and, asc, eq, getTableColumns, isNull, notInArray, or, type SQL, sql, sum } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Database } from '../../runtime/db/database.ts'
import { rowsOf } from '../../runtime/db/rows-of.ts'
import { claims } from '../claims/claims.table.ts'
import { orders } from '../orders/orders.table.ts'
import { employees } from '../users/employees.table.ts'
import { refunds } from './payments.table.ts'
import { type RefundRequestRow, refundRequests } from './refund-requests.table.ts'

/**
 * Returns what an order returns to its traveller: refunds, and offers that the traveller hasn't declined. Minor units.
 */
export async function moneyOutOf(tx: Database, orderId: string): Promise<number> {
  const [refunded] = await tx
    .select({ amount: sum(refunds.amount).mapWith(Number) })
    .from(refunds)
    .where(and(eq(refunds.orderId, orderId), isNull(refunds.claimId)))
  const [offered] = await tx
    .select({ amount: sum(claims.amount).mapWith(Number) })
    .from(claims)
    .where(
      and(
        eq(claims.orderId, orderId),
        or(eq(claims.stage, 'paid'), notInArray(claims.stage, [...settledStages])),
      ),
    )
  return (refunded?.amount ?? 0) + (offered?.amount ?? 0)
}

const requesters = alias(employees, 'requesters')
const deciders = alias(employees, 'deciders')

const wordsOf = ({ body: { reason, words } }: RefundRequestRow): string =>
  [reason, words].find((text) => typeof text === 'string') ?? ''

type Names = { requester: string | null; decider: string | null }

/** An order's requests in a query of orders, oldest first, for `toRefundRequest`. */
export const refundRequestRows = (orderId: SQL) =>
  rowsOf(
    { ...getTableColumns(refundRequests), requester: requesters.name, decider: deciders.name },
    sql`from ${refundRequests}
      left join ${employees} as ${requesters} on ${requesters.employeeId} = ${refundRequests.employeeId}
      left join ${employees} as ${deciders} on ${deciders.employeeId} = ${refundRequests.deciderId}
      where ${refundRequests.orderId} = ${orderId}`,
    sql`${refundRequests.createTime}, ${refundRequests.requestId}`,
  )

export const toRefundRequest = (
  request: RefundRequestRow,
  currency: Currency,
  { requester, decider }: Names,
): RefundRequest => ({
  requestId: request.requestId,
  orderId: request.orderId,
  claimId: request.claimId,
  act: request.act,
  amount: { amount: request.amount, currency },
  words: wordsOf(request),
  requester: { employeeId: request.employeeId, name: requester },
  time: request.createTime.toISOString(),
  state: request.state,
  decider: request.deciderId === null ? null : { employeeId: request.deciderId, name: decider },
  decideTime: request.decideTime?.toISOString() ?? null,
  reason: request.reason,
})

/** Oldest first. */
export async function findRefundRequests(tx: Database, where: SQL | undefined): Promise<RefundRequest[]> {
  const rows = await tx
    .select({
      request: refundRequests,
      currency: orders.currency,
      requester: requesters.name,
      decider: deciders.name,
    })
    .from(refundRequests)
    .innerJoin(orders, eq(orders.orderId, refundRequests.orderId))
    .leftJoin(requesters, eq(requesters.employeeId, refundRequests.employeeId))
    .leftJoin(deciders, eq(deciders.employeeId, refundRequests.deciderId))
    .where(where)
    .orderBy(asc(refundRequests.createTime), asc(refundRequests.requestId))
  return rows.map(({ request, currency, ...names }) => toRefundRequest(request, currency, names))
}
