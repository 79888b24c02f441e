import type { PaymentRow, SessionRow } from './payments.table.ts'
import type { ProcessingSession } from './processing.ts'

export type Taking = Pick<PaymentRow, 'orderId' | 'paymentId' | 'source' | 'purpose' | 'amount'> &
  Pick<SessionRow, 'sessionId' | 'method' | 'receiptNumber'> & { paidTime: Date }

export type MoneySession = Pick<
  SessionRow,
  'sessionId' | 'paymentId' | 'state' | 'method' | 'receiptNumber' | 'expiresAt' | 'updateTime'
>

export type OrderMoney = { payments: PaymentRow[]; takings: Taking[]; processing: ProcessingSession[] }

/**
 * Keeps the order of rows and leaves out dropped payments. A paid session never changes again, so its `updateTime` is
 * the payment time.
 */
export function moneyOf(payments: readonly PaymentRow[], sessions: readonly MoneySession[]): OrderMoney {
  const paymentsById = new Map(payments.map((payment) => [payment.paymentId, payment]))
  return {
    payments: payments.filter(({ droppedTime }) => droppedTime === null),
    takings: sessions.flatMap(({ sessionId, paymentId, state, method, receiptNumber, updateTime }) => {
      const { orderId, source, purpose, amount } = paymentsById.get(paymentId)!
      return state === 'paid'
        ? [
            {
              orderId,
              sessionId,
              paymentId,
              source,
              purpose,
              amount,
              method,
              receiptNumber,
              paidTime: updateTime,
            },
          ]
        : []
    }),
    processing: sessions.flatMap(({ paymentId, sessionId, state, expiresAt, updateTime }) => {
      const { orderId, paidSessionId, droppedTime } = paymentsById.get(paymentId)!
      const isWorkedOn = state === 'processing' && paidSessionId === null && droppedTime === null
      return isWorkedOn ? [{ orderId, paymentId, sessionId, expiresAt, updateTime }] : []
    }),
  }
}
