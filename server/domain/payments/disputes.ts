import type { Money } from '@handsfree/core/contract'
import { and, eq } from 'drizzle-orm'
import type { Work } from '../../runtime/db/work.ts'
import type { Services } from '../../runtime/services.ts'
import { disputes, paymentSessions, payments } from './payments.table.ts'
import type { DisputeUpdate } from './provider.ts'

/** `reference` is null if the provider doesn't know the session. An `amount` of null is the payment's. */
export type ResolvedDispute = Omit<DisputeUpdate, 'paymentReference' | 'amount'> & {
  provider: string
  reference: string | null
  amount: Money | null
}

/**
 * Records a dispute on its payment. A closed dispute isn't reopened by late events. Returns the order's id and whether
 * a dispute began, or null for an unknown session.
 */
export async function recordDispute(
  work: Pick<Work, 'tx'>,
  { now }: Pick<Services, 'now'>,
  { provider, reference, disputeId, amount, reason, state }: ResolvedDispute,
): Promise<{ orderId: string; isNew: boolean } | null> {
  if (reference === null) return null
  const { tx } = work
  const [paidSession] = await tx
    .select({ payment: payments, session: paymentSessions })
    .from(paymentSessions)
    .innerJoin(payments, eq(payments.paymentId, paymentSessions.paymentId))
    .where(eq(paymentSessions.reference, reference))
  if (paidSession?.session.provider !== provider) return null
  const { paymentId, orderId, amount: paid, currency } = paidSession.payment
  const time = now()
  const closeTime = state === 'open' ? null : time
  const addedRows = await tx
    .insert(disputes)
    .values({
      disputeId,
      paymentId,
      ...(amount ?? { amount: paid, currency }),
      reason,
      state,
      createTime: time,
      closeTime,
    })
    .onConflictDoNothing()
    .returning({ disputeId: disputes.disputeId })
  if (addedRows.length === 0) {
    await tx
      .update(disputes)
      .set({ state, reason, closeTime })
      .where(and(eq(disputes.disputeId, disputeId), eq(disputes.state, 'open')))
  }
  return { orderId, isNew: addedRows.length > 0 && state === 'open' }
}
