import type { PaymentMethod } from '@handsfree/core/contract'
import type { SessionEvent } from '@handsfree/core/payments'
import { eq } from 'drizzle-orm'
import { findPaymentMethod } from '../domain/payments/find-payment-method.ts'
import { moveSession } from '../domain/payments/move-session.ts'
import { paymentSessions, payments, type SessionRow } from '../domain/payments/payments.table.ts'
import type { Providers, SessionOutcome, SessionState } from '../domain/payments/provider.ts'
import { inTransaction } from '../runtime/db/work.ts'
import { forEach } from '../runtime/jobs/for-each.ts'
import { GiveUpError, lastErrorOf } from '../runtime/jobs/last-error.ts'
import { leaseDue } from '../runtime/jobs/lease.ts'
import type { Services } from '../runtime/services.ts'
import { SubjectError } from '../runtime/subject-error.ts'
import { AmountMismatch, settleSession } from './settle-payment.ts'

/** Concurrent provider requests, so that a slow one doesn't hold up the batch. */
const concurrency = 5

/** Milliseconds after expiry in which exactly one check falls: the next check is at least 7 minutes later. */
const reportWindowMs = 5 * 60_000

/** An expired session is still processing: refetch, because the order can be paid again. */
const reportOverdue = ({ db, realtime }: Services, { paymentId }: SessionRow): Promise<void> =>
  inTransaction(db, async ({ tx, afterCommit }) => {
    const [payment] = await tx.select().from(payments).where(eq(payments.paymentId, paymentId))
    if (payment) afterCommit(() => realtime.orderChanged(payment.uin, payment.orderId))
  })

/** Polls the session's state, or ends the session if its payment is no longer due. */
async function querySession(
  providers: Providers,
  { provider: name, reference, asking, expiresAt }: SessionRow,
  time: Date,
): Promise<
  Pick<SessionState, 'amount'> & { outcome: SessionOutcome | 'open'; method: PaymentMethod | null }
> {
  const provider = providers.byName(name)
  if (!provider) throw new Error('its payment provider is not configured')
  const state = await (asking === 'ending'
    ? provider.endSession(reference)
    : provider.sessionState(reference))
  if (state.outcome === 'unopened')
    return { outcome: expiresAt > time ? 'open' : 'expired', amount: null, method: null }
  const { outcome, amount } = state
  return { outcome, amount, method: outcome === 'paid' ? await findPaymentMethod(provider, reference) : null }
}

async function checkSession(services: Services, providers: Providers, session: SessionRow): Promise<void> {
  const { db, now } = services
  const { sessionId, provider, reference, expiresAt } = session
  const move = (event: SessionEvent, reason: string | null = null) =>
    inTransaction(db, (work) => moveSession(work, services, sessionId, event, { reason }))
  try {
    const { outcome, amount, method } = await querySession(providers, session, now())
    if (outcome === 'open') await move({ type: 'provider.open' })
    else {
      const news = { provider, reference, outcome, amount, method }
      await inTransaction(db, (work) => settleSession(work, services, news))
    }
    const overdue = now().getTime() - expiresAt.getTime()
    if (outcome === 'processing' && overdue >= 0 && overdue < reportWindowMs)
      await reportOverdue(services, session)
  } catch (error) {
    const reason = lastErrorOf(error)
    const moved =
      (error instanceof AmountMismatch ? await move({ type: 'provider.mispaid' }, reason) : null) ??
      (await move({ type: 'provider.silent' }, reason))
    const failure =
      moved?.after.asking === 'givenUp'
        ? new GiveUpError(`payment session ${sessionId} needs an operator: ${reason}`)
        : error
    const [payment] = await db
      .select({ orderId: payments.orderId })
      .from(payments)
      .where(eq(payments.paymentId, session.paymentId))
    throw payment ? new SubjectError(payment, failure) : failure
  }
}

export async function checkSessions(services: Services, providers: Providers): Promise<void> {
  const id = { sessionId: paymentSessions.sessionId }
  const due = { table: paymentSessions, id, due: 'checkTime' } as const
  const claimed = await leaseDue(services.db, services.now(), due)
  await forEach(claimed, (session) => checkSession(services, providers, session), concurrency)
}
