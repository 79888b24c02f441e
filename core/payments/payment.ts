import { assertEvent, type SnapshotFrom } from 'xstate'
import type { Payment, PaymentSession, SessionStatus } from '../contract/payment.ts'
import type { PaymentChoice, PaymentMethod } from '../contract/payment-method.ts'
import { errorCodes } from '../lib/error-codes.ts'
import type { ApiFailure } from '../lib/failure.ts'
import { failureOfEvent } from '../lib/from-call.ts'
import type { ReadingUpdate } from '../lib/reading.machine.ts'
import type { paymentMachine } from './payment.machine.ts'
import type { StatusUpdate } from './status-poll.machine.ts'

export type PaymentInput = {
  from:
    | { kind: 'order'; orderId: string }
    | { kind: 'payment'; paymentId: string }
    | { kind: 'session'; sessionId: string }
  /** Milliseconds since 1970. */
  now: () => number
  /** 128 random bits as hex, used as idempotency keys. */
  newKey: () => string
}

export type PaymentAction =
  | { type: 'payment.open' }
  | { type: 'payment.retry' }
  | { type: 'payment.checkAgain' }

export type PaymentEvent =
  | PaymentAction
  | { type: 'payment.choose'; method: PaymentChoice }
  /** Refetch now: the traveller is back, or the order changed. */
  | { type: 'payment.hint' }
  | StatusUpdate
  /** Refetched while no payment is being processed at the provider. */
  | ReadingUpdate<Payment>

export type NewPayment = { orderId: string; idempotencyKey: string }
/** `method` is null if there's nothing to choose. */
export type NewSession = { paymentId: string; method: PaymentChoice | null; idempotencyKey: string }

export type PaymentEmitted = { type: 'payment.paid'; orderId: string }
export type PaymentOutput = { orderId: string }

export type PaymentContext = PaymentInput & {
  payment: Payment | null
  session: PaymentSession | null
  /** The traveller's choice; null before one. */
  choice: PaymentChoice | null
  /** The method whose page couldn't be opened last. */
  failedMethod: PaymentChoice | null
  /** The polled session; empty before there is one. */
  sessionId: string
  status: SessionStatus | null
  /** Set before entering the posting state. */
  idempotencyKey: string
  /** Start of processing at the provider, else of our checks, in ms since 1970. */
  checkingSince: number
  pollCount: number
  problem: ApiFailure | null
}

/** Whether money was taken, even if it was refunded since. */
export const wasCharged = ({ state }: Payment): boolean =>
  state === 'paid' || state === 'refunding' || state === 'refunded'

/** Whether nothing is to choose. Servers of older releases name no choices. */
export const canOpenDirectly = (read: Payment): boolean =>
  !wasCharged(read) && read.checking === null && (read.choices ?? ['card']).length === 1

/** Whether the session paid, or another one did before it. */
export const isSessionPaid = (status: SessionStatus | null | undefined): boolean =>
  status ? status.session === 'paid' || wasCharged(status.payment) : false

export const initialPayment = (input: PaymentInput) => ({
  ...input,
  payment: null,
  session: null,
  choice: null,
  failedMethod: null,
  sessionId: input.from.kind === 'session' ? input.from.sessionId : '',
  status: null,
  idempotencyKey: input.newKey(),
  checkingSince: 0,
  pollCount: 0,
  problem: null,
})

/** Adds the session that the provider is processing, if any. */
export const paymentPatch = (payment: Payment) => {
  const { checking } = payment
  const since = checking && { sessionId: checking.sessionId, checkingSince: Date.parse(checking.since) }
  return { payment, ...since }
}

export function readingPatch(event: PaymentEvent) {
  assertEvent(event, 'reading.done')
  return paymentPatch(event.value)
}

export const sessionPatch = (session: PaymentSession) => ({
  session,
  sessionId: session.sessionId,
  failedMethod: null,
  problem: null,
})

export function choicePatch(event: PaymentEvent) {
  assertEvent(event, 'payment.choose')
  return { choice: event.method, failedMethod: null, problem: null }
}

/** Methods to choose from; empty if there's only one. */
export const choicesOf = ({ payment }: Pick<PaymentContext, 'payment'>): readonly PaymentChoice[] => {
  const choices = payment?.choices ?? []
  return choices.length > 1 ? choices : []
}

/** The chosen method if it still works, else the first that didn't just fail. Null if there's nothing to choose. */
export function methodOf(context: PaymentContext): PaymentChoice | null {
  const choices = choicesOf(context)
  const { choice, failedMethod } = context
  if (choice && choice !== failedMethod && choices.includes(choice)) return choice
  return choices.find((method) => method !== failedMethod) ?? null
}

/** Remembers a method whose provider didn't open a page, so that another one is preselected. */
export const openingFailurePatch = (context: PaymentContext, event: { type: string }) => {
  const problem = failureOfEvent(event)
  const hasFailed = problem.kind === 'refused' && problem.code === errorCodes.thirdPartyError
  return { problem, failedMethod: hasFailed ? methodOf(context) : null }
}

/** Starts at the provider's start of processing if known, else now. */
export const checkingPatch = ({ payment, checkingSince, now }: PaymentContext) => ({
  checkingSince: payment?.checking ? checkingSince : now(),
  pollCount: 0,
  problem: null,
  status: null,
})

export function statusPatch({ pollCount }: PaymentContext, event: PaymentEvent) {
  assertEvent(event, 'status.answered')
  const { status } = event
  return { status, problem: null, pollCount: pollCount + 1, ...paymentPatch(status.payment) }
}

/** Polls before an open session counts as open: the provider's status lags behind. */
const pollsBeforeOpen = 3

/** Whether the provider's page may be reopened: it still awaits a card, or its session ended without a result. */
export const isPayable = ({ status, payment, pollCount }: PaymentContext): boolean =>
  status !== null &&
  (status.session !== 'open' || pollCount >= pollsBeforeOpen) &&
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
  method: methodOf(context),
  idempotencyKey: context.idempotencyKey,
})

export type PaymentSnapshot = SnapshotFrom<typeof paymentMachine>

export const selectPaymentStage = ({ value }: PaymentSnapshot) => {
  if (typeof value === 'string') return value
  if ('known' in value) return value.known
  return typeof value.confirming === 'string' ? value.confirming : 'checking'
}
export const selectPayment = (snapshot: PaymentSnapshot) => snapshot.context.payment
export const selectPaymentProblem = (snapshot: PaymentSnapshot) => snapshot.context.problem
export const selectPaymentChoices = (snapshot: PaymentSnapshot) => choicesOf(snapshot.context)
export const selectPaymentMethod = (snapshot: PaymentSnapshot) => methodOf(snapshot.context)
/** The method whose page couldn't be opened, while the traveller can choose another. */
export const selectFailedMethod = (snapshot: PaymentSnapshot) =>
  choicesOf(snapshot.context).length > 0 ? snapshot.context.failedMethod : null
/** The provider whose page opens next, like `stripe`; null if unknown. */
export function selectPaymentProvider({ context }: PaymentSnapshot): string | null {
  const { choices = [], providers = [] } = context.payment ?? {}
  const method = methodOf(context)
  return providers[method ? choices.indexOf(method) : 0] ?? null
}
/** Methods of the page that opens next; empty if the choice already names the only one. */
export function selectPageMethods({ context }: PaymentSnapshot): readonly PaymentMethod[] {
  const method = methodOf(context)
  if (method) return method === 'card' ? [method] : []
  return context.payment?.methods ?? context.payment?.choices ?? []
}
/** Whether no method works in this browser for this payment. */
export const selectIsUnpayableHere = (snapshot: PaymentSnapshot) =>
  snapshot.context.payment?.choices?.length === 0
export const selectPaymentIsBusy = (snapshot: PaymentSnapshot) => snapshot.hasTag('busy')
export const selectCheckingSince = (snapshot: PaymentSnapshot) =>
  selectPaymentStage(snapshot) === 'checking' ? snapshot.context.checkingSince : null
/** Whether the surcharge was withdrawn and isn't being paid. */
export const selectIsWithdrawn = (snapshot: PaymentSnapshot) =>
  snapshot.context.payment?.withdrawn === true && snapshot.matches('known')
/** Whether the first provider page is being created or opened. */
export const selectIsFirstOpening = (snapshot: PaymentSnapshot) =>
  snapshot.context.session === null && (snapshot.matches('creating') || snapshot.matches('opening'))
export const selectCanReopen = (snapshot: PaymentSnapshot) => snapshot.can({ type: 'payment.open' })
/** Whether the session ended while the provider was still processing the card. */
export const selectIsOverdue = (snapshot: PaymentSnapshot) =>
  snapshot.context.status?.session === 'processing' && selectCanReopen(snapshot)

/** Id of the session in an address that a payment provider returns to; null without one. */
export function sessionIdOf(url: string): string | null {
  const found = /^[^?#]*\?(?:[^#]*&)?sessionId=([\w-]+)(?:[&#]|$)/.exec(url)
  return found?.[1] ?? null
}
