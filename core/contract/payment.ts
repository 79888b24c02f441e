import * as v from 'valibot'
import { getCall, postCall } from './call.ts'
import { Empty, Id, Money, siteClock, Timestamp } from './common.ts'
import { namesOf, paymentPurposes, paymentSources, paymentStatuses } from './enumerations.ts'
import { PaymentChoice, PaymentMethod } from './payment-method.ts'
import { QuestionState } from './question.ts'

/** The second set of payment states (spec section 3). */
export const PaymentStatus = v.picklist(namesOf(paymentStatuses))
export type PaymentStatus = v.InferOutput<typeof PaymentStatus>

export const PaymentSource = v.picklist(namesOf(paymentSources))
export type PaymentSource = v.InferOutput<typeof PaymentSource>

/** Purpose of a supplementary payment: a change or a return. If missing, it is for recounted bags. */
export const PaymentPurpose = v.picklist(paymentPurposes)
export type PaymentPurpose = v.InferOutput<typeof PaymentPurpose>

export const Payment = v.object({
  paymentId: Id,
  orderId: Id,
  orderNumber: v.string(),
  source: PaymentSource,
  purpose: v.optional(PaymentPurpose),
  amount: Money,
  state: PaymentStatus,
  failure: v.nullable(v.picklist(['declined', 'expired'])),
  /**
   * For a due surcharge: paid pieces, counted pieces and the traveller's consent; else null. Older servers omit the
   * consent.
   */
  pieces: v.nullable(
    v.object({
      agreed: v.number(),
      counted: v.number(),
      consent: v.optional(v.nullable(QuestionState), null),
    }),
  ),
  /** A withdrawn surcharge: nothing is due, and payments for it are refunded. */
  withdrawn: v.boolean(),
  /** The session that the provider is processing, and since when. The payment can't be paid again until it ends. */
  checking: v.nullable(v.object({ sessionId: Id, since: Timestamp })),
  /** Payment methods on the provider's page. If missing, the provider decides. */
  methods: v.optional(v.array(PaymentMethod)),
  /** Methods that work in this browser, likeliest or last chosen first. Older servers omit them. */
  choices: v.optional(v.array(PaymentChoice)),
  /** The provider of each of `choices`, like `stripe`. Older servers omit them. */
  providers: v.optional(v.array(v.string())),
  /** The order's trip, in the request's language. Missing for changes and returns, and from older servers. */
  trip: v.optional(
    v.object({
      from: v.string(),
      to: v.string(),
      pickupTime: Timestamp,
      deliveryTime: Timestamp,
      ...siteClock,
      cityName: v.string(),
    }),
  ),
  updateTime: Timestamp,
})
export type Payment = v.InferOutput<typeof Payment>

export const PaymentSession = v.object({
  sessionId: Id,
  redirectUrl: v.string(),
  expiresAt: Timestamp,
})
export type PaymentSession = v.InferOutput<typeof PaymentSession>

/** State of a session at the provider. `processing`: the provider has the card and no result yet. */
export const SessionStatus = v.object({
  sessionId: Id,
  session: v.picklist(['open', 'processing', 'paid', 'failed', 'expired']),
  payment: Payment,
})
export type SessionStatus = v.InferOutput<typeof SessionStatus>

const PaymentParams = v.strictObject({ paymentId: Id })

export const createPayment = postCall('/payments', {
  summary: 'Opens a payment for the order, or returns the open one.',
  audience: 'traveller',
  idempotent: true,
  body: v.strictObject({ orderId: Id, source: PaymentSource }),
  result: Payment,
  errors: [5004, 8002],
})

export const openPaymentSession = postCall('/payments/{paymentId}/session', {
  summary:
    'Opens a session at the payment provider, or returns the open one. Another `method` or `returnUrl` than the open session’s replaces it; without a method, the server chooses. Fails with 1008 for a `returnUrl` that the server doesn’t allow, with 1005 if the method isn’t available, with 1013 if the payment is paid, with 8002 if nothing is left to pay, and with 8005 for a surcharge whose piece count the traveller hasn’t accepted.',
  audience: 'traveller',
  idempotent: true,
  params: PaymentParams,
  body: v.strictObject({
    method: v.optional(PaymentChoice),
    /** Where the provider's page returns to, with `sessionId` added. One of the server's `PAYMENT_RETURN_URLS`. */
    returnUrl: v.optional(v.pipe(v.string(), v.url(), v.maxLength(500))),
  }),
  result: PaymentSession,
  errors: [8002, 8005, 1005],
})

export const getPayment = getCall('/payments/{paymentId}', {
  summary: 'Returns one payment.',
  audience: 'traveller',
  params: PaymentParams,
  result: Payment,
  errors: [8002],
})

export const getSessionStatus = getCall('/payments/session-status', {
  summary: 'Returns the state of a provider session, with its payment and order.',
  audience: 'traveller',
  query: v.strictObject({ sessionId: Id }),
  result: SessionStatus,
  errors: [8002],
})

export const receivePaymentWebhook = postCall('/payments/webhook/{provider}', {
  summary:
    'Receives an event from a payment provider. The provider signs the raw body. Repeated events change nothing.',
  audience: 'anyone',
  params: v.strictObject({ provider: Id }),
  bodyKind: 'raw',
  result: Empty,
  errors: [1001, 8002],
})
