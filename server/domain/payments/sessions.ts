import { errorCodes } from '@handsfree/core/lib'
import { and, eq, gt, inArray, lte, or } from 'drizzle-orm'
import type { Database } from '../../runtime/db/database.ts'
import type { Work } from '../../runtime/db/work.ts'
import { ApiError } from '../../runtime/http/api-error.ts'
import type { Services } from '../../runtime/services.ts'
import { awaitsConsent } from '../orders/agreed-pieces.ts'
import { lockOrder } from '../orders/lock-order.ts'
import { findPayment, type PaymentWithOrder, paymentNotFound } from './find-payments.ts'
import { moveSession } from './move-session.ts'
import { paymentSessions, payments, type SessionRow } from './payments.table.ts'
import type { OpenedPage } from './provider.ts'

/** Minimum interval between checks for a waiting traveller, ms. */
const waitingCheckMs = 5_000

const isPayable = inArray(paymentSessions.state, ['open', 'processing'])

/**
 * Returns the payment's active session. Marks an expired one as lapsed; a job still polls it, because a late payment
 * counts.
 */
export async function findActiveSession(
  { tx }: Pick<Work, 'tx'>,
  { now }: Pick<Services, 'now'>,
  paymentId: string,
): Promise<SessionRow | null> {
  const [session] = await tx
    .select()
    .from(paymentSessions)
    .where(and(eq(paymentSessions.paymentId, paymentId), isPayable))
  if (!session || session.expiresAt > now()) return session ?? null
  await moveSession({ tx }, { now }, session.sessionId, { type: 'session.lapse' })
  return null
}

/**
 * Locks the order of a traveller's due payment. Throws 8002 if there's nothing to pay, 1013 if it's paid, 8005 if the
 * traveller hasn't agreed to the count.
 */
export async function lockDuePayment(
  work: Work,
  { uin, paymentId }: { uin: string; paymentId: string },
): Promise<Pick<PaymentWithOrder, 'payment' | 'order'>> {
  const { payment: known } = await findPayment(work.tx, uin, paymentId)
  const order = await lockOrder(work, known.orderId)
  const { payment } = await findPayment(work.tx, uin, paymentId)
  if (payment.paidSessionId !== null) {
    throw new ApiError(errorCodes.dbExists, 'already paid', { details: { state: payment.state } })
  }
  if (order?.closing !== 'open' || payment.droppedTime !== null) throw paymentNotFound()
  if (awaitsConsent(order)) {
    throw new ApiError(errorCodes.countNotAgreed, 'the traveller hasn’t accepted the piece count', {
      status: 409,
      details: { orderId: order.orderId },
    })
  }
  return { payment, order }
}

/**
 * Opens a payment session, or returns the active one. `page` is the provider's answer, fetched before the
 * transaction. Throws like `lockDuePayment`, and 1005 without a page.
 */
export async function openSession(
  work: Work,
  services: Pick<Services, 'now'>,
  subject: { uin: string; paymentId: string },
  page: OpenedPage | null,
): Promise<SessionRow> {
  const { payment } = await lockDuePayment(work, subject)
  const active = await findActiveSession(work, services, subject.paymentId)
  if (active) return active
  const time = services.now()
  const openedSession =
    page?.amount === payment.amount
      ? await moveSession(
          work,
          services,
          page.sessionId,
          { type: 'page.opened' },
          {
            changes: {
              reference: page.reference,
              redirectUrl: page.redirectUrl,
              createTime: time,
              updateTime: time,
            },
          },
        )
      : null
  const session = openedSession?.after
  if (!session) throw new ApiError(errorCodes.thirdPartyError, 'the payment provider doesn’t respond')
  await work.tx
    .update(payments)
    .set({ state: 'unpaid', failure: null, updateTime: time })
    .where(eq(payments.paymentId, payment.paymentId))
  return session
}

/**
 * Schedules an immediate check for a returning traveller. While a session is open, `updateTime` is its opening or the
 * last such check.
 */
export async function bringCheckForward(
  tx: Database,
  { now }: Pick<Services, 'now'>,
  { sessionId, state }: Pick<SessionRow, 'sessionId' | 'state'>,
): Promise<void> {
  if (state !== 'open') return
  const time = now()
  const { checkTime, createTime, updateTime } = paymentSessions
  await tx
    .update(paymentSessions)
    .set({ checkTime: time, updateTime: time })
    .where(
      and(
        eq(paymentSessions.sessionId, sessionId),
        eq(paymentSessions.state, 'open'),
        gt(checkTime, time),
        or(eq(updateTime, createTime), lte(updateTime, new Date(time.getTime() - waitingCheckMs))),
      ),
    )
}
