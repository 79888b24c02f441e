import { and, eq, inArray, isNull } from 'drizzle-orm'
import type { Database } from '../../runtime/db/database.ts'
import { type PaymentRow, paymentSessions, payments, type SessionRow } from './payments.table.ts'

/** A session whose card the provider works on, of a payment that is still due. `updateTime`: since when. */
export type ProcessingSession = Pick<SessionRow, 'sessionId' | 'paymentId' | 'expiresAt' | 'updateTime'> &
  Pick<PaymentRow, 'orderId'>

/** Sessions of some orders on which the provider works, ended ones included. */
export const findProcessing = (tx: Database, orderIds: string[]): Promise<ProcessingSession[]> =>
  tx
    .select({
      sessionId: paymentSessions.sessionId,
      paymentId: paymentSessions.paymentId,
      orderId: payments.orderId,
      expiresAt: paymentSessions.expiresAt,
      updateTime: paymentSessions.updateTime,
    })
    .from(payments)
    .innerJoin(
      paymentSessions,
      and(eq(paymentSessions.paymentId, payments.paymentId), eq(paymentSessions.state, 'processing')),
    )
    .where(
      and(inArray(payments.orderId, orderIds), isNull(payments.paidSessionId), isNull(payments.droppedTime)),
    )

/**
 * Since when the provider has been working on a card; null once the session's time is up: then another may be opened,
 * and should both be paid, one is refunded.
 */
export const checkingSince = (session: ProcessingSession | undefined, now: Date): string | null =>
  session && session.expiresAt > now ? session.updateTime.toISOString() : null
