import { payoutDue } from '../domain/claims/claim-rules.ts'
import type { ClaimRow } from '../domain/claims/claims.table.ts'
import type { OrderRow } from '../domain/orders/orders.table.ts'
import type { RefundRow } from '../domain/payments/payments.table.ts'
import { findClaimRefunds } from '../domain/payments/refunds.ts'
import type { Work } from '../runtime/db/work.ts'
import { type ClaimServices, lockClaim, moveClaim } from './move-claim.ts'

/**
 * Records an operator's payout of the part that refunds didn't cover. Returns null if nothing is due or it isn't
 * allowed now.
 */
export async function payOut(
  work: Work,
  services: ClaimServices,
  { order, claim }: { order: OrderRow; claim: ClaimRow },
  { reference, actor }: { reference: string; actor: string },
): Promise<ClaimRow | null> {
  const { queued, done } = (await findClaimRefunds(work.tx, [claim.claimId])).get(claim.claimId)!
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

/** Updates a claim after its refund was completed or returned. The order must be locked. */
export async function updateClaimPayment(
  work: Work,
  services: ClaimServices,
  { claimId }: Pick<RefundRow, 'claimId'>,
  actor: string,
): Promise<void> {
  const lockedClaim = claimId === null ? null : await lockClaim(work, claimId)
  if (!lockedClaim) return
  const { claim } = lockedClaim
  const { done } = (await findClaimRefunds(work.tx, [claim.claimId])).get(claim.claimId)!
  const paid = claim.paidOut + done
  const isAll = paid >= claim.amount
  await moveClaim(work, services, lockedClaim, {
    event: { type: 'payment.changed', paid },
    actor,
    history: isAll
      ? [{ type: 'paid', amount: claim.amount }]
      : paid < claim.paid
        ? [{ type: 'paymentReturned', amount: claim.paid - paid }]
        : [],
  })
}
