import { and, eq, inArray, isNull } from 'drizzle-orm'
import type { Database } from '../../runtime/db/database.ts'
import { type PaymentRow, paymentSessions, payments, type SessionRow } from './payments.table.ts'

/** A session of a due payment that the provider is processing. `updateTime` is when that began. */
export type ProcessingSession = Pick<SessionRow, 'sessionId' | 'paymentId' | 'expiresAt' | 'updateTime'> &
  Pick<PaymentRow, 'orderId'>

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
 * Returns when processing began. Null after the session expires: another can then be opened, and a double payment is
 * refunded.
 */
export const checkingSince = (session: ProcessingSession | undefined, now: Date): string | null =>
  session && session.expiresAt > now ? session.updateTime.toISOString() : null
