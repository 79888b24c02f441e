import type { IncomingHttpHeaders } from 'node:http'
import type { DisputeState, Locale, Money, PaymentMethod } from '@handsfree/core/contract'

/** Outcome of a visit to the provider's page. `processing`: the provider has the card, the bank has not answered. */
export type SessionOutcome = 'processing' | 'paid' | 'failed' | 'expired'

export type SessionRequest = {
  /** Our id of the session; the provider gets it as idempotency key too. */
  sessionId: string
  amount: Money
  orderNumber: string
  locale: Locale
  /** Where the traveller goes afterwards, and when they turn back: paths below `origin`. */
  returnPath: string
  cancelPath: string
  /** Scheme and host that the traveller uses. */
  origin: string
  /** When the page ends. */
  expiresAt: Date
}

export type OpenedSession = { reference: string; redirectUrl: string }

/** A provider's answer for a reserved session; `amount` is what its page asks for, minor units. */
export type AnsweredPage = OpenedSession & { sessionId: string; amount: number }

/** State of a session at the provider. The amount is null in an unsupported currency. */
export type SessionState = { outcome: SessionOutcome | 'open'; amount: Money | null }

/** What came of a refund: `accepted` while the provider works on it. The reason of a failure is the provider's own. */
export type RefundAnswer = { outcome: 'accepted' | 'refunded' | 'failed'; reason: string | null }

/** A traveller disputes a payment with their bank. `paymentReference`: the provider's own id of what was paid. */
export type DisputeNews = {
  disputeId: string
  paymentReference: string
  amount: Money
  reason: string
  state: DisputeState
}

/** What a webhook reports; null when it does not concern us. `sessionId` is the one that the page was opened with. */
export type ProviderNews =
  | { kind: 'session'; sessionId: string; reference: string; outcome: SessionOutcome; amount: Money }
  | ({ kind: 'refund'; refundId: string; attempt: number } & RefundAnswer)
  | ({ kind: 'dispute' } & DisputeNews)
  | null

export type WebhookEvent = { eventId: string; news: ProviderNews }

export type RefundRequest = {
  refundId: string
  /** Refunds of this id that the provider has failed: each next one is another refund there. */
  attempt: number
  /** Whether this very one may have been asked for before, without an answer. */
  isRepeated: boolean
  reference: string
  amount: Money
}

/** A payment provider. Every method may throw when it does not answer, and is called outside of transactions. */
export type PaymentProvider = {
  name: 'sandbox' | 'stripe'
  /** The ways to pay on its page, as the settings name them; empty where the provider decides. */
  methods: readonly PaymentMethod[]
  /** Why the provider refuses our key, or null when it takes it; missing where there is no key. */
  refusesKey?(): Promise<string | null>
  /** Milliseconds for which a page can be paid on. */
  pageOpenFor: number
  /** Opens a page to pay on, the same one for the same session id. */
  openSession(request: SessionRequest): Promise<OpenedSession>
  /** Reads a webhook. Throws 1001 when the signature does not match or is too old. */
  parseWebhook(raw: Buffer, headers: IncomingHttpHeaders): WebhookEvent
  /** The session in which something was paid; null for what is not ours. */
  sessionOf(paymentReference: string): Promise<string | null>
  /** How a session was paid; null for a way that is none of ours. */
  methodOf(reference: string): Promise<PaymentMethod | null>
  /** The state of a session, for when no webhook came. */
  sessionState(reference: string): Promise<SessionState>
  /** Closes a page, so that nobody pays on it. Returns its state then: one that was used before is not `expired`. */
  endSession(reference: string): Promise<SessionState>
  /** Sends money back, never twice for an attempt. `accepted`: a webhook reports the end. */
  refund(request: RefundRequest): Promise<RefundAnswer>
  /** The state of a refund, for when no webhook came; null when the provider knows none. */
  refundState(request: RefundRequest): Promise<RefundAnswer | null>
}

/** The providers of this server, by name; new sessions go to `current`. */
export type Providers = { current: PaymentProvider; byName(name: string): PaymentProvider | null }
