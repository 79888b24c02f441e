import type { IncomingHttpHeaders } from 'node:http'
import type { DisputeState, Locale, Money, PaymentMethod } from '@handsfree/core/contract'

/** `processing`: the card was submitted, but the bank hasn't answered. */
export type SessionOutcome = 'processing' | 'paid' | 'failed' | 'expired'

/** Where the traveller's browser runs. WeChat's own browser blocks other payment apps. */
export type Surface = 'wechat' | 'phone' | 'pc'

export type ProviderName = 'sandbox' | 'stripe' | 'wechat_pay' | 'alipay'

export type SessionRequest = {
  /** Our session id, also used as the provider's idempotency key. */
  sessionId: string
  amount: Money
  orderNumber: string
  /** The company and the order, on the provider's page and on statements. */
  subject: string
  locale: Locale
  /** For success and cancel: a client's own address, or a path below `origin`. */
  returnUrl: string
  cancelUrl: string
  origin: string
  expiresAt: Date
  surface: Surface
  clientIp: string
  /** Methods for the page; empty lets the provider decide. */
  methods: readonly PaymentMethod[]
}

export type OpenedSession = { reference: string; redirectUrl: string }

/** The provider's page for a reserved session. `amount` is in minor units. */
export type OpenedPage = OpenedSession & { sessionId: string; amount: number }

/**
 * `unopened`: the provider knows the payment only once the traveller opens its page. `amount` is null for an
 * unsupported currency or an unopened page.
 */
export type SessionState = { outcome: SessionOutcome | 'open' | 'unopened'; amount: Money | null }

/**
 * `accepted` while the provider is processing it. `tooLate`: the payment is too old for a refund. `reason` is the
 * provider's own text.
 */
export type RefundAnswer = {
  outcome: 'accepted' | 'refunded' | 'failed' | 'tooLate'
  reason: string | null
}

/** A chargeback. `paymentReference` is the provider's id of the payment. */
export type DisputeUpdate = {
  disputeId: string
  paymentReference: string
  amount: Money
  reason: string
  state: DisputeState
}

/** A payer's complaint at the provider. `sessionId` is ours. Its words stay there, since they may name people. */
export type Complaint = Pick<DisputeUpdate, 'disputeId' | 'reason' | 'state'> & { sessionId: string }

/** Content of a webhook; null if it isn't relevant. `sessionId` is ours. */
export type ProviderUpdate =
  | { kind: 'session'; sessionId: string; reference: string; outcome: SessionOutcome; amount: Money }
  | ({ kind: 'refund'; refundId: string; attempt: number } & RefundAnswer)
  | ({ kind: 'dispute' } & DisputeUpdate)
  | null

export type WebhookEvent = { eventId: string; update: ProviderUpdate }

export type RefundRequest = {
  refundId: string
  /** Number of earlier failures. The provider sees each attempt as a new refund. */
  attempt: number
  /** True if an earlier request may have succeeded without an answer. */
  isRepeated: boolean
  reference: string
  amount: Money
}

/** An amount of a provider's bill. `session` is our session id or the provider's reference. */
export type BillLine = { amount: Money } & (
  | { kind: 'payment'; session: string }
  | { kind: 'refund'; refundId: string }
)

/** Paying inside WeChat, where the order can only be created once WeChat has named the payer. */
export type InWechat = {
  /** WeChat's page that returns to `returnUrl` with `code` and `state`. */
  authorizationUrl(returnUrl: string, state: string): string
  /** Creates the order for the payer that `code` names. Returns its prepay id. */
  prepay(
    request: Pick<SessionRequest, 'sessionId' | 'amount' | 'subject' | 'origin' | 'expiresAt'>,
    code: string,
  ): Promise<string>
  /** Signed parameters of the bridge's `getBrandWCPayRequest`. */
  bridgeRequest(prepayId: string): Record<string, string>
}

/** Methods throw if the provider is unavailable. Never call them inside a transaction. */
export type PaymentProvider = {
  name: ProviderName
  /** Payment methods from the settings; empty lets the provider decide. */
  methods: readonly PaymentMethod[]
  /** Returns why the provider rejects our key, or null. Undefined for providers without a key. */
  refusesKey?(): Promise<string | null>
  /** Lifetime of a payment page in ms. */
  pageLifetimeMs: number
  /** Idempotent by session id. */
  openSession(request: SessionRequest): Promise<OpenedSession>
  /** Body of the response to a webhook, if the provider requires its own. */
  acknowledgement?: string
  /** Throws 1001 if the signature doesn't match or is too old. */
  parseWebhook(raw: Buffer, headers: IncomingHttpHeaders): WebhookEvent
  sessionOf(paymentReference: string): Promise<string | null>
  /** Returns null for an unsupported method. */
  methodOf(reference: string): Promise<PaymentMethod | null>
  /** For polling when no webhook arrives. */
  sessionState(reference: string): Promise<SessionState>
  /** Closes a page. Returns its state, which isn't `expired` if it was used before. */
  endSession(reference: string): Promise<SessionState>
  /** Refunds a payment, at most once per attempt. `accepted`: a webhook will report the result. */
  refund(request: RefundRequest): Promise<RefundAnswer>
  /** For polling when no webhook arrives. Null for an unknown refund. */
  refundState(request: RefundRequest): Promise<RefundAnswer | null>
  /** Payments and refunds of a day in Beijing such as `2026-11-30`. Null if the bill isn't made yet. */
  bill?(day: string): Promise<BillLine[] | null>
  /** Complaints made since a time. Undefined for providers that report disputes by webhook. */
  complaints?(since: Date): Promise<Complaint[]>
  /** Undefined for providers other than WeChat Pay. */
  inWechat?: InWechat
}

export type Providers = {
  current: PaymentProvider
  byName(name: string): PaymentProvider | null
}
