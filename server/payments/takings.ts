import { asc, sql } from 'drizzle-orm'
import type { Database } from '../db/database.ts'
import { prepared } from '../db/prepared.ts'
import { type PaymentRow, paymentSessions, payments, refunds } from './payments.table.ts'
import type { ProcessingSession } from './processing.ts'

/** Money that a provider took in one session. */
export type Taking = Pick<PaymentRow, 'orderId' | 'paymentId' | 'source' | 'amount'> & { paidTime: Date }

/** What is to pay for some orders, what was taken, and what a provider works on. */
type Money = { payments: PaymentRow[]; takings: Taking[]; processing: ProcessingSession[] }

const selectMoney = prepared('payments of orders with their sessions', (db, name) =>
  db
    .select({
      payment: payments,
      session: {
        sessionId: paymentSessions.sessionId,
        state: paymentSessions.state,
        expiresAt: paymentSessions.expiresAt,
        updateTime: paymentSessions.updateTime,
      },
    })
    .from(payments)
    .leftJoin(
      paymentSessions,
      sql`${paymentSessions.paymentId} = ${payments.paymentId} and ${paymentSessions.state} in ('paid', 'processing')`,
    )
    .where(sql`${payments.orderId} = any(${sql.placeholder('orderIds')}::text[])`)
    .orderBy(asc(paymentSessions.updateTime), asc(paymentSessions.sessionId))
    .prepare(name),
)

/**
 * Each oldest first; payments that were dropped are left out. A paid session changes no more, so its last change was the
 * payment.
 */
export async function findMoney(tx: Database, orderIds: string[]): Promise<Money> {
  const rows = await selectMoney(tx, { orderIds })
  const known = new Map(rows.map(({ payment }) => [payment.paymentId, payment]))
  return {
    payments: [...known.values()]
      .filter(({ droppedTime }) => droppedTime === null)
      .sort((a, b) => a.createTime.getTime() - b.createTime.getTime()),
    takings: rows.flatMap(({ payment, session }) => {
      const { orderId, paymentId, source, amount } = payment
      return session?.state === 'paid'
        ? [{ orderId, paymentId, source, amount, paidTime: session.updateTime }]
        : []
    }),
    processing: rows.flatMap(({ payment, session }) => {
      const { orderId, paymentId, paidSessionId, droppedTime } = payment
      if (session?.state !== 'processing' || paidSessionId !== null || droppedTime !== null) return []
      const { sessionId, expiresAt, updateTime } = session
      return [{ orderId, paymentId, sessionId, expiresAt, updateTime }]
    }),
  }
}

const selectRefunds = prepared('refunds of orders', (db, name) =>
  db
    .select()
    .from(refunds)
    .where(sql`${refunds.orderId} = any(${sql.placeholder('orderIds')}::text[])`)
    .orderBy(asc(refunds.createTime), asc(refunds.refundId))
    .prepare(name),
)

/** All money that went or goes back for some orders, oldest first. */
export const findRefunds = (tx: Database, orderIds: string[]) => selectRefunds(tx, { orderIds })
