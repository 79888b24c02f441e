import { eq } from 'drizzle-orm'
import type { Work } from '../../runtime/db/work.ts'
import type { Services } from '../../runtime/services.ts'
import { disputes, paymentSessions, payments } from './payments.table.ts'
import type { DisputeUpdate } from './provider.ts'

/** `reference` is null if the provider doesn't know the session. */
export type ResolvedDispute = DisputeUpdate & { provider: string; reference: string | null }

/**
 * Records a dispute on its payment. A closed dispute isn't reopened by late events. Returns the order id, or null for
 * an unknown session.
 */
export async function recordDispute(
  { tx }: Pick<Work, 'tx'>,
  { now }: Pick<Services, 'now'>,
  { provider, reference, disputeId, amount, reason, state }: ResolvedDispute,
): Promise<string | null> {
  if (reference === null) return null
  const [paidSession] = await tx
    .select({ payment: payments, session: paymentSessions })
    .from(paymentSessions)
    .innerJoin(payments, eq(payments.paymentId, paymentSessions.paymentId))
    .where(eq(paymentSessions.reference, reference))
  if (paidSession?.session.provider !== provider) return null
  const { paymentId, orderId } = paidSession.payment
  const closeTime = state === 'open' ? null : now()
  await tx
    .insert(disputes)
    .values({ disputeId, paymentId, ...amount, reason, state, createTime: now(), closeTime })
    .onConflictDoUpdate({
      target: disputes.disputeId,
      set: { state, reason, closeTime },
      setWhere: eq(disputes.state, 'open'),
    })
  return orderId
}
