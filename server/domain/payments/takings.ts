import type { PaymentRow, SessionRow } from './payments.table.ts'
import type { ProcessingSession } from './processing.ts'

/** Money that a provider took in one session. */
export type Taking = Pick<PaymentRow, 'orderId' | 'paymentId' | 'source' | 'purpose' | 'amount'> &
  Pick<SessionRow, 'method'> & { paidTime: Date }

/** A session that is paid, or that a provider works on. */
export type MoneySession = Pick<
  SessionRow,
  'sessionId' | 'paymentId' | 'state' | 'method' | 'expiresAt' | 'updateTime'
>

/** What is to pay, what was taken, and what a provider works on. */
export type Money = { payments: PaymentRow[]; takings: Taking[]; processing: ProcessingSession[] }

/**
 * Each oldest first, as the rows are; payments that were dropped are left out. A paid session changes no more, so its last
 * change was the payment.
 */
export function moneyOf(payments: readonly PaymentRow[], sessions: readonly MoneySession[]): Money {
  const known = new Map(payments.map((payment) => [payment.paymentId, payment]))
  return {
    payments: payments.filter(({ droppedTime }) => droppedTime === null),
    takings: sessions.flatMap(({ paymentId, state, method, updateTime }) => {
      const { orderId, source, purpose, amount } = known.get(paymentId)!
      return state === 'paid'
        ? [{ orderId, paymentId, source, purpose, amount, method, paidTime: updateTime }]
        : []
    }),
    processing: sessions.flatMap(({ paymentId, sessionId, state, expiresAt, updateTime }) => {
      const { orderId, paidSessionId, droppedTime } = known.get(paymentId)!
      const isWorkedOn = state === 'processing' && paidSessionId === null && droppedTime === null
      return isWorkedOn ? [{ orderId, paymentId, sessionId, expiresAt, updateTime }] : []
    }),
  }
}
