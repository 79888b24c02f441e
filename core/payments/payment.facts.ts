import { assertEvent } from 'xstate'
import type { Payment, PaymentSession } from '../contract/payment.ts'
import type { NewPayment, NewSession, PaymentContext, PaymentEvent, PaymentInput } from './payment.types.ts'

/** Whether the traveller's money was taken, even if it went back since. */
export const wasTaken = ({ state }: Payment): boolean =>
  state === 'paid' || state === 'refunding' || state === 'refunded'

/** Context of a payment that nothing is known of. */
export const newFacts = (input: PaymentInput) => ({
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
