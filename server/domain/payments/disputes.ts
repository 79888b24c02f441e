import { eq } from 'drizzle-orm'
import type { Work } from '../../runtime/db/work.ts'
import type { Services } from '../../runtime/services.ts'
import { disputes, paymentSessions, payments } from './payments.table.ts'
import type { DisputeNews } from './provider.ts'

/** A dispute on the session that it is about; null where the provider knows none. */
export type KnownDispute = DisputeNews & { provider: string; reference: string | null }

/**
 * Records a dispute on its payment; once it is closed, news of its beginning change nothing. Returns the payment's order,
 * or null for a session that is not ours.
 */
export async function recordDispute(
  { tx }: Pick<Work, 'tx'>,
  { now }: Pick<Services, 'now'>,
  { provider, reference, disputeId, amount, reason, state }: KnownDispute,
): Promise<string | null> {
  if (reference === null) return null
  const [found] = await tx
    .select({ payment: payments, session: paymentSessions })
    .from(paymentSessions)
    .innerJoin(payments, eq(payments.paymentId, paymentSessions.paymentId))
    .where(eq(paymentSessions.reference, reference))
  if (found?.session.provider !== provider) return null
  const { paymentId, orderId } = found.payment
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
