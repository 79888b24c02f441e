import type { Payment, PaymentSession, SessionStatus } from '../contract/payment.ts'
import type { ApiFailure } from '../lib/failure.ts'
import type { ReadingNews } from '../lib/reading.machine.ts'
import type { StatusNews } from './status-poll.machine.ts'

export type PaymentInput = {
  /** An order to pay, a payment to look at, or a session that the provider sent back. */
  from:
    | { kind: 'order'; orderId: string }
    | { kind: 'payment'; paymentId: string }
    | { kind: 'session'; sessionId: string }
  /** Milliseconds since 1970. */
  now: () => number
  /** 128 random bits as hex; each new post gets its own. */
  newKey: () => string
}

/** What the traveller does. */
export type PaymentAct = { type: 'payment.open' } | { type: 'payment.retry' } | { type: 'payment.checkAgain' }

export type PaymentEvent =
  | PaymentAct
  /** A reason to ask now: the traveller is back, or the order changed. */
  | { type: 'payment.hint' }
  | StatusNews
  /** The payment was read again while nothing goes on at the provider. */
  | ReadingNews<Payment>

/** What is posted to open an order's payment, and a session of it at the provider. */
export type NewPayment = { orderId: string; idempotencyKey: string }
export type NewSession = { paymentId: string; idempotencyKey: string }

export type PaymentEmitted = { type: 'payment.paid'; orderId: string }
/** The order that was paid. */
export type PaymentOutput = { orderId: string }

export type PaymentContext = PaymentInput & {
  payment: Payment | null
  session: PaymentSession | null
  /** The session that is asked about; empty before there is one. */
  sessionId: string
  status: SessionStatus | null
  /** Made before the state that posts is entered. */
  idempotencyKey: string
  /** Since when the provider works on the card, or else since when we ask, milliseconds since 1970. */
  checkingSince: number
  asked: number
  problem: ApiFailure | null
}
