import { assertEvent, type SnapshotFrom } from 'xstate'
import type { Payment, PaymentSession, SessionStatus } from '../contract/payment.ts'
import type { ApiFailure } from '../lib/failure.ts'
import type { ReadingNews } from '../lib/reading.machine.ts'
import type { paymentMachine } from './payment.machine.ts'
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

/** Whether the traveller's money was taken, even if it went back since. */
export const wasTaken = ({ state }: Payment): boolean =>
  state === 'paid' || state === 'refunding' || state === 'refunded'

/** Context of a payment that nothing is known of. */
export const initialPayment = (input: PaymentInput) => ({
  ...input,
  payment: null,
  session: null,
  sessionId: input.from.kind === 'session' ? input.from.sessionId : '',
  status: null,
  idempotencyKey: input.newKey(),
  checkingSince: 0,
  asked: 0,
  problem: null,
})

/** The payment, the session on which the provider works, and since when. */
export const paymentFacts = (payment: Payment) => {
  const { checking } = payment
  const since = checking && { sessionId: checking.sessionId, checkingSince: Date.parse(checking.since) }
  return { payment, ...since }
}

export function readFacts(event: PaymentEvent) {
  assertEvent(event, 'reading.done')
  return paymentFacts(event.value)
}

export const sessionFacts = (session: PaymentSession) => ({
  session,
  sessionId: session.sessionId,
  problem: null,
})

/** Counts from when the provider began, if it works on a card, else from now. */
export const checkingFacts = ({ payment, checkingSince, now }: PaymentContext) => ({
  checkingSince: payment?.checking ? checkingSince : now(),
  asked: 0,
  problem: null,
  status: null,
})

export function statusFacts({ asked }: PaymentContext, event: PaymentEvent) {
  assertEvent(event, 'status.answered')
  const { status } = event
  return { status, problem: null, asked: asked + 1, ...paymentFacts(status.payment) }
}

/** How often a session must be called open: the first answers may be older than what the provider knows. */
const askedBeforeOpen = 3

/** Whether the provider has no card yet, or its session ended without an answer: its page may be opened again. */
export const isPayable = ({ status, payment, asked }: PaymentContext): boolean =>
  status !== null &&
  (status.session !== 'open' || asked >= askedBeforeOpen) &&
  payment?.checking === null &&
  !payment.withdrawn

export const orderIdOf = ({ from }: PaymentContext): string | null =>
  from.kind === 'order' ? from.orderId : null

export const paymentIdOf = ({ payment, from }: PaymentContext): string =>
  payment?.paymentId ?? (from.kind === 'payment' ? from.paymentId : '')

export const newPayment = (context: PaymentContext): NewPayment => ({
  orderId: orderIdOf(context) ?? '',
  idempotencyKey: context.idempotencyKey,
})

export const newSession = (context: PaymentContext): NewSession => ({
  paymentId: paymentIdOf(context),
  idempotencyKey: context.idempotencyKey,
})

type PaymentSnapshot = SnapshotFrom<typeof paymentMachine>

/** What the traveller is shown. */
export const selectPaymentStage = ({ value }: PaymentSnapshot) => {
  if (typeof value === 'string') return value
  if ('known' in value) return value.known
  return typeof value.confirming === 'string' ? value.confirming : 'checking'
}
export const selectPayment = (snapshot: PaymentSnapshot) => snapshot.context.payment
export const selectPaymentProblem = (snapshot: PaymentSnapshot) => snapshot.context.problem
export const selectPaymentIsBusy = (snapshot: PaymentSnapshot) => snapshot.hasTag('busy')
export const selectCheckingSince = (snapshot: PaymentSnapshot) =>
  selectPaymentStage(snapshot) === 'checking' ? snapshot.context.checkingSince : null
/** A surcharge that was taken back, with nobody at the provider any more: there is nothing to pay. */
export const selectIsWithdrawn = (snapshot: PaymentSnapshot) =>
  snapshot.context.payment?.withdrawn === true && snapshot.matches('known')
/** The first page at the provider is being made or opened: the traveller has nothing to do yet. */
export const selectIsFirstOpening = (snapshot: PaymentSnapshot) =>
  snapshot.context.session === null && (snapshot.matches('creating') || snapshot.matches('opening'))
/** Nobody works on the card: the provider's page may be opened again. */
export const selectCanReopen = (snapshot: PaymentSnapshot) => snapshot.can({ type: 'payment.open' })
/** The provider had the card and did not answer before the session's end. */
export const selectIsOverdue = (snapshot: PaymentSnapshot) =>
  snapshot.context.status?.session === 'processing' && selectCanReopen(snapshot)
