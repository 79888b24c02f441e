import { asc, inArray } from 'drizzle-orm'
import type { Database } from '../../runtime/db/database.ts'
import { claimLimit } from '../claims/claim-rules.ts'
import { type ClaimRow, claimHistory, claims } from '../claims/claims.table.ts'
import type { ClaimParts } from '../claims/to-claim.ts'
import { orders } from '../orders/orders.table.ts'
import { refundedOf } from '../payments/refunds.ts'

export async function withClaimParts(tx: Database, rows: ClaimRow[]): Promise<ClaimParts[]> {
  if (rows.length === 0) return []
  const claimIds = rows.map(({ claimId }) => claimId)
  const orderIds = [...new Set(rows.map(({ orderId }) => orderId))]
  const placed = await tx.select().from(orders).where(inArray(orders.orderId, orderIds))
  const siblings = await tx.select().from(claims).where(inArray(claims.orderId, orderIds))
  const history = await tx
    .select()
    .from(claimHistory)
    .where(inArray(claimHistory.claimId, claimIds))
    .orderBy(asc(claimHistory.position))
  const refunded = await refundedOf(tx, claimIds)
  return rows.map((claim) => {
    const order = placed.find(({ orderId }) => orderId === claim.orderId)!
    const others = siblings.filter((one) => one.orderId === claim.orderId && one.claimId !== claim.claimId)
    return {
      claim,
      order,
      history: history.filter(({ claimId }) => claimId === claim.claimId),
      refunded: refunded.get(claim.claimId)!,
      limit: claimLimit(order, others),
    }
  })
}
