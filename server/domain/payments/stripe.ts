import { Currency, type DisputeState, type Money, PaymentMethod } from '@handsfree/core/contract'
import { errorCodes } from '@handsfree/core/lib'
import Stripe from 'stripe'
import * as v from 'valibot'
import { ApiError } from '../../runtime/http/api-error.ts'
import type { Settings } from '../../runtime/settings/settings.ts'
import type {
  BillLine,
  PaymentProvider,
  ProviderUpdate,
  RefundAnswer,
  RefundRequest,
  SessionOutcome,
} from './provider.ts'

/** API version of requests and webhooks. Configure the webhook endpoint with the same version. */
const apiVersion = '2026-10-28.endive'

/** Timeout of the key check at startup, in ms. */
const keyCheckTimeoutMs = 5_000

/** Stripe requires at least 30 minutes; one more for clock skew. */
const pageLifetimeMs = 31 * 60_000

const locales = { 'en-US': 'en', 'zh-CN': 'zh' } as const

const outcomeOf = ({ status, payment_status }: Stripe.Checkout.Session): SessionOutcome | 'open' => {
  if (payment_status === 'paid') return 'paid'
  if (status === 'complete') return 'processing'
  return status === 'expired' ? 'expired' : 'open'
}

const moneyOf = ({ amount, currency }: { amount: number | null; currency: string | null }): Money | null => {
  const known = v.safeParse(Currency, currency?.toUpperCase())
  return known.success && amount !== null ? { amount, currency: known.output } : null
}

const amountOf = ({ amount_total, currency }: Stripe.Checkout.Session): Money | null =>
  moneyOf({ amount: amount_total, currency })

const sessionUpdate = (
  session: Stripe.Checkout.Session,
  outcome: SessionOutcome | 'open',
): ProviderUpdate => {
  const amount = amountOf(session)
  const sessionId = session.client_reference_id
  if (!sessionId || outcome === 'open' || !amount) return null
  return { kind: 'session', sessionId, reference: session.id, outcome, amount }
}

/**
 * Filters the methods enabled in Stripe's dashboard. Wallets such as Apple Pay come with `card` on devices that have
 * them.
 */
const methodTypes = (methods: readonly PaymentMethod[]) =>
  (['card', 'wechat_pay', 'alipay'] as const).filter((method) => methods.includes(method))

const methodParams = (
  methods: readonly PaymentMethod[],
): Pick<Stripe.Checkout.SessionCreateParams, 'allowed_payment_method_types' | 'payment_method_options'> => ({
  ...(methods.length > 0 ? { allowed_payment_method_types: methodTypes(methods) } : {}),
  // QR code in the browser, the only option that Checkout supports.
  ...(methods.includes('wechat_pay') ? { payment_method_options: { wechat_pay: { client: 'web' } } } : {}),
})

const methodOfCharge = (charge: Stripe.Charge | string | null | undefined): PaymentMethod | null => {
  const details = charge && typeof charge === 'object' ? charge.payment_method_details : null
  const known = v.safeParse(PaymentMethod, details?.card?.wallet?.type ?? details?.type)
  if (known.success) return known.output
  return details?.type === 'card' ? 'card' : null
}

const toRefundAnswer = ({ status, failure_reason }: Stripe.Refund): RefundAnswer => {
  if (status === 'succeeded') return { outcome: 'refunded', reason: null }
  return status === 'failed' || status === 'canceled'
    ? { outcome: 'failed', reason: failure_reason ?? status }
    : { outcome: 'accepted', reason: null }
}

const attemptOf = ({ metadata }: Stripe.Refund): number => Number(metadata?.attempt ?? 0)

const refundUpdate = (refund: Stripe.Refund): ProviderUpdate =>
  refund.metadata?.refundId
    ? {
        kind: 'refund',
        refundId: refund.metadata.refundId,
        attempt: attemptOf(refund),
        ...toRefundAnswer(refund),
      }
    : null

const disputeStates = { won: 'won', lost: 'lost', prevented: 'closed', warning_closed: 'closed' } as const

const disputeUpdate = ({
  id,
  payment_intent,
  amount,
  currency,
  reason,
  status,
}: Stripe.Dispute): ProviderUpdate => {
  const paymentReference = typeof payment_intent === 'string' ? payment_intent : payment_intent?.id
  const parsedCurrency = v.safeParse(Currency, currency.toUpperCase())
  if (!paymentReference || !parsedCurrency.success) return null
  const endStates: Partial<Record<string, DisputeState>> = disputeStates
  return {
    kind: 'dispute',
    disputeId: id,
    paymentReference,
    amount: { amount, currency: parsedCurrency.output },
    reason,
    state: endStates[status] ?? 'open',
  }
}

const toUpdate = (event: Stripe.Event): ProviderUpdate => {
  switch (event.type) {
    case 'checkout.session.completed':
    case 'checkout.session.async_payment_succeeded':
    case 'checkout.session.expired':
      return sessionUpdate(event.data.object, outcomeOf(event.data.object))
    case 'checkout.session.async_payment_failed':
      return sessionUpdate(event.data.object, 'failed')
    case 'refund.created':
    case 'refund.updated':
    case 'refund.failed':
    case 'charge.refund.updated':
      return refundUpdate(event.data.object)
    case 'charge.dispute.created':
    case 'charge.dispute.closed':
      return disputeUpdate(event.data.object)
    default:
      return null
  }
}

/** Uses Stripe Checkout's hosted page. Verifies webhook signatures over the raw body. */
export function createStripeProvider(
  {
    secretKey,
    webhookSecret,
    methods = [],
  }: NonNullable<Settings['stripe']> & { methods?: readonly PaymentMethod[] },
  options: Pick<Stripe.StripeConfig, 'host' | 'httpClient' | 'port' | 'protocol'> = {},
): PaymentProvider {
  const stripe = new Stripe(secretKey, {
    apiVersion,
    timeout: 8_000,
    maxNetworkRetries: 0,
    telemetry: false,
    ...options,
  })

  const paymentIntentOf = async (reference: string): Promise<string> => {
    const { payment_intent } = await stripe.checkout.sessions.retrieve(reference)
    const paymentIntent = typeof payment_intent === 'string' ? payment_intent : payment_intent?.id
    if (!paymentIntent) throw new Error(`session ${reference} was not paid at Stripe`)
    return paymentIntent
  }

  const sessionOf = async (payment_intent: string): Promise<string | null> => {
    const { data } = await stripe.checkout.sessions.list({ payment_intent, limit: 1 })
    return data[0]?.id ?? null
  }

  /** Searches by metadata: idempotency keys expire after a day, metadata doesn't. */
  const findRefund = async (
    payment_intent: string,
    { refundId, attempt }: RefundRequest,
  ): Promise<RefundAnswer | null> => {
    const { data } = await stripe.refunds.list({ payment_intent, limit: 100 })
    const found = data.find((one) => one.metadata?.refundId === refundId && attemptOf(one) === attempt)
    return found ? toRefundAnswer(found) : null
  }

  /** Null for anything but payments and refunds, such as payouts and fees. */
  const billLineOf = async (
    source: Exclude<Stripe.BalanceTransaction['source'], string | null>,
  ): Promise<BillLine | null> => {
    if (source.object === 'refund') {
      // Its two transactions, out and back, cancel each other.
      if (toRefundAnswer(source).outcome === 'failed') return null
      const amount = moneyOf(source)
      return amount && { kind: 'refund', refundId: source.metadata?.refundId ?? source.id, amount }
    }
    const amount = source.object === 'charge' ? moneyOf(source) : null
    if (source.object !== 'charge' || !amount) return null
    const { metadata, payment_intent: intent } = source
    const intentId = typeof intent === 'object' ? intent?.id : intent
    // Sessions opened by releases before 0.5 have no metadata.
    const session = metadata.sessionId ?? (intentId && (await sessionOf(intentId)))
    return { kind: 'payment', session: session ?? source.id, amount }
  }

  return {
    name: 'stripe',

    methods,

    pageLifetimeMs,

    async refusesKey() {
      const { StripeAuthenticationError, StripePermissionError } = Stripe.errors
      try {
        // A restricted key needs this permission anyway, to find the payment of a dispute.
        await stripe.checkout.sessions.list({ limit: 1 }, { timeout: keyCheckTimeoutMs })
        return null
      } catch (error) {
        if (error instanceof StripeAuthenticationError)
          return 'Stripe rejects it; copy it from Stripe’s dashboard'
        if (error instanceof StripePermissionError)
          return 'it lacks the permission for Checkout; add it in Stripe’s dashboard'
        throw error
      }
    },

    async openSession(request) {
      const { sessionId, amount, subject, locale, returnUrl, cancelUrl, origin, expiresAt } = request
      const session = await stripe.checkout.sessions.create(
        {
          mode: 'payment',
          ...methodParams(request.methods),
          line_items: [
            {
              quantity: 1,
              price_data: {
                currency: amount.currency.toLowerCase(),
                unit_amount: amount.amount,
                product_data: { name: subject },
              },
            },
          ],
          client_reference_id: sessionId,
          // Stripe copies it to the charge, where the bill finds it.
          payment_intent_data: { metadata: { sessionId } },
          expires_at: Math.floor(expiresAt.getTime() / 1000),
          locale: locales[locale],
          success_url: new URL(returnUrl, origin).href,
          cancel_url: new URL(cancelUrl, origin).href,
        },
        { idempotencyKey: `session-${sessionId}` },
      )
      if (!session.url) throw new Error('Stripe returned a session without a URL')
      return { reference: session.id, redirectUrl: session.url }
    },

    parseWebhook(raw, headers) {
      try {
        const signature = String(headers['stripe-signature'] ?? '')
        const event = stripe.webhooks.constructEvent(raw, signature, webhookSecret)
        return { eventId: event.id, update: toUpdate(event) }
      } catch {
        throw new ApiError(errorCodes.signatureNotMatch, 'signature not match')
      }
    },

    async sessionState(reference) {
      const session = await stripe.checkout.sessions.retrieve(reference)
      return { outcome: outcomeOf(session), amount: amountOf(session) }
    },

    sessionOf,

    async methodOf(reference) {
      const { payment_intent } = await stripe.checkout.sessions.retrieve(reference, {
        expand: ['payment_intent.latest_charge'],
      })
      return typeof payment_intent === 'object' ? methodOfCharge(payment_intent?.latest_charge) : null
    },

    async endSession(reference) {
      const session = await stripe.checkout.sessions.expire(reference).catch((error: unknown) => {
        // Only open pages can be expired.
        if (error instanceof Stripe.errors.StripeInvalidRequestError)
          return stripe.checkout.sessions.retrieve(reference)
        throw error
      })
      return { outcome: outcomeOf(session), amount: amountOf(session) }
    },

    async refund(request) {
      const { refundId, attempt, isRepeated, reference, amount } = request
      const payment_intent = await paymentIntentOf(reference)
      const known = isRepeated ? await findRefund(payment_intent, request) : null
      if (known) return known
      const suffix = attempt === 0 ? '' : `-${attempt}`
      const metadata = { refundId, ...(attempt === 0 ? {} : { attempt: String(attempt) }) }
      return toRefundAnswer(
        await stripe.refunds.create(
          { payment_intent, amount: amount.amount, metadata },
          { idempotencyKey: `refund-${refundId}${suffix}` },
        ),
      )
    },

    async refundState(request) {
      return findRefund(await paymentIntentOf(request.reference), request)
    },

    async bill(day) {
      const start = Date.parse(`${day}T00:00:00+08:00`) / 1000
      const created = { gte: start, lt: start + 86_400 }
      const lines: BillLine[] = []
      const sources = stripe.balanceTransactions.list({ created, limit: 100, expand: ['data.source'] })
      for await (const { source } of sources) {
        const line = typeof source === 'object' && source ? await billLineOf(source) : null
        if (line) lines.push(line)
      }
      return lines
    },
  }
}
