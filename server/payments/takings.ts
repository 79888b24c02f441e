import { and, asc, eq, inArray } from 'drizzle-orm'
import type { Database } from '../db/database.ts'
import { type PaymentRow, paymentSessions, payments, type RefundRow, refunds } from './payments.table.ts'

/** Money that a provider took in one session. */
export type Taking = Pick<PaymentRow, 'orderId' | 'paymentId' | 'source' | 'amount'> & { paidTime: Date }

/**
 * Money that was taken for some orders, oldest first. A paid session changes no more, so its last change was the
 * payment.
 */
export const findTakings = (tx: Database, orderIds: string[]): Promise<Taking[]> =>
  tx
    .select({
      orderId: payments.orderId,
      paymentId: payments.paymentId,
      source: payments.source,
      amount: payments.amount,
      paidTime: paymentSessions.updateTime,
    })
    .from(paymentSessions)
    .innerJoin(payments, eq(payments.paymentId, paymentSessions.paymentId))
    .where(and(inArray(payments.orderId, orderIds), eq(paymentSessions.state, 'paid')))
    .orderBy(asc(paymentSessions.updateTime), asc(paymentSessions.sessionId))

/** All money that went or goes back for some orders, oldest first. */
export const findRefunds = (tx: Database, orderIds: string[]): Promise<RefundRow[]> =>
  tx
    .select()
    .from(refunds)
    .where(inArray(refunds.orderId, orderIds))
    .orderBy(asc(refunds.createTime), asc(refunds.refundId))
