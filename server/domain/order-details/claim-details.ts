import { and, asc, eq, inArray } from 'drizzle-orm'
import type { Database } from '../../runtime/db/database.ts'
import { claimLimit } from '../claims/claim-rules.ts'
import { type ClaimRow, claimHistory, claims } from '../claims/claims.table.ts'
import type { ClaimDetails } from '../claims/to-claim.ts'
import { orders } from '../orders/orders.table.ts'
import { refundRequests } from '../payments/refund-requests.table.ts'
import { findRefundRequests } from '../payments/refund-requests.ts'
import { findClaimRefunds } from '../payments/refunds.ts'

export async function withClaimDetails(tx: Database, rows: ClaimRow[]): Promise<ClaimDetails[]> {
  if (rows.length === 0) return []
  const claimIds = rows.map(({ claimId }) => claimId)
  const orderIds = [...new Set(rows.map(({ orderId }) => orderId))]
  const orderRows = await tx.select().from(orders).where(inArray(orders.orderId, orderIds))
  const siblings = await tx.select().from(claims).where(inArray(claims.orderId, orderIds))
  const history = await tx
    .select()
    .from(claimHistory)
    .where(inArray(claimHistory.claimId, claimIds))
    .orderBy(asc(claimHistory.position))
  const refunded = await findClaimRefunds(tx, claimIds)
  const requests = await findRefundRequests(
    tx,
    and(inArray(refundRequests.claimId, claimIds), eq(refundRequests.state, 'waiting')),
  )
  return rows.map((claim) => {
    const order = orderRows.find(({ orderId }) => orderId === claim.orderId)!
    const otherClaims = siblings.filter(
      (one) => one.orderId === claim.orderId && one.claimId !== claim.claimId,
    )
    return {
      claim,
      order,
      history: history.filter(({ claimId }) => claimId === claim.claimId),
      refunded: refunded.get(claim.claimId)!,
      limit: claimLimit(order, otherClaims),
      refundRequest: requests.find(({ claimId }) => claimId === claim.claimId) ?? null,
    }
  })
}
