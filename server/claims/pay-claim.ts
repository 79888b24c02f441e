import { inArray, sum } from 'drizzle-orm'
import type { Database } from '../db/database.ts'
import type { Work } from '../db/work.ts'
import type { OrderRow } from '../orders/orders.table.ts'
import { type RefundRow, refunds } from '../payments/payments.table.ts'
import type { ClaimRow } from './claims.table.ts'
import { type ClaimServices, lockClaim, moveClaim } from './move-claim.ts'

/** What of claims goes back by the orders' payments, and what of it has gone, minor units, by claim. */
export async function refundedOf(
  tx: Database,
  claimIds: string[],
): Promise<Map<string, { queued: number; done: number }>> {
  if (claimIds.length === 0) return new Map()
  const rows = await tx
    .select({ claimId: refunds.claimId, state: refunds.state, amount: sum(refunds.amount).mapWith(Number) })
    .from(refunds)
    .where(inArray(refunds.claimId, claimIds))
    .groupBy(refunds.claimId, refunds.state)
  const found = new Map(claimIds.map((claimId) => [claimId, { queued: 0, done: 0 }]))
  for (const { claimId, state, amount } of rows) {
    const known = found.get(claimId ?? '')
    if (!known) continue
    known.queued += amount
    if (state === 'done' || state === 'doneByOperator') known.done += amount
  }
  return found
}

/** What an operator has to pay of an accepted offer by another way. */
export const payoutDue = ({ stage, amount, paidOut }: ClaimRow, queued: number): number =>
  stage === 'accepted' || stage === 'acceptedLate' ? Math.max(amount - queued - paidOut, 0) : 0

/** Records that an operator has paid what the order's payment did not cover; null when nothing is due, or not now. */
export async function payOut(
  work: Work,
  services: ClaimServices,
  { order, claim }: { order: OrderRow; claim: ClaimRow },
  { reference, actor }: { reference: string; actor: string },
): Promise<ClaimRow | null> {
  const { queued, done } = (await refundedOf(work.tx, [claim.claimId])).get(claim.claimId)!
  const due = payoutDue(claim, queued)
  if (due === 0) return null
  const paidOut = claim.paidOut + due
  const paid = paidOut + done
  return moveClaim(
    work,
    services,
    { order, claim },
    {
      event: { type: 'operator.pay', paid },
      actor,
      changes: { paidOut },
      history: [
        { type: 'paidOut', words: reference, amount: due },
        ...(paid >= claim.amount ? [{ type: 'paid', amount: claim.amount } as const] : []),
      ],
    },
  )
}

/** What a refund that is done, or came back, means for its claim. The refund's order has to be locked. */
export async function refundOfClaimMoved(
  work: Work,
  services: ClaimServices,
  { claimId }: Pick<RefundRow, 'claimId'>,
  actor: string,
): Promise<void> {
  const locked = claimId === null ? null : await lockClaim(work, claimId)
  if (!locked) return
  const { claim } = locked
  const { done } = (await refundedOf(work.tx, [claim.claimId])).get(claim.claimId)!
  const paid = claim.paidOut + done
  const isAll = paid >= claim.amount
  await moveClaim(work, services, locked, {
    event: { type: 'payment.changed', paid },
    actor,
    history: isAll
      ? [{ type: 'paid', amount: claim.amount }]
      : paid < claim.paid
        ? [{ type: 'paymentReturned', amount: claim.paid - paid }]
        : [],
  })
}
