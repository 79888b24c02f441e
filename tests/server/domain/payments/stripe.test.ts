import type { PaymentMethod } from '@handsfree/core/contract'
import Stripe from 'stripe'
import { expect, test } from 'vitest'
import { checkProviderKey } from '../../../../server/domain/payments/check-provider-key.ts'
import type { SessionRequest } from '../../../../server/domain/payments/provider.ts'
import { createStripeProvider } from '../../../../server/domain/payments/stripe.ts'
import { StartError } from '../../../../server/runtime/start-error.ts'

const settings = { secretKey: 'sk_test_nobody', webhookSecret: 'whsec_of_the_tests' }

type Sent = { method: string; path: string; form: Record<string, string>; idempotencyKey: string | null }

/** A fake Stripe with fixed responses, which records its requests. */
const fakeStripe = (answers: Record<string, object>, methods: PaymentMethod[] = []) => {
  const sent: Sent[] = []
  const fetchFake = async (input: string | URL | Request, init: RequestInit = {}) => {
    const { pathname } = new URL(String(input instanceof Request ? input.url : input))
    const method = init.method ?? 'GET'
    sent.push({
      method,
      path: pathname,
      form: Object.fromEntries(new URLSearchParams(String(init.body ?? ''))),
      idempotencyKey: new Headers(init.headers).get('idempotency-key'),
    })
    const answer = answers[`${method} ${pathname}`]
    return answer
      ? Response.json(answer)
      : Response.json({ error: { message: 'no such thing', type: 'invalid_request_error' } }, { status: 404 })
  }
  const httpClient = Stripe.createFetchHttpClient(fetchFake as typeof fetch)
  return { sent, provider: createStripeProvider({ ...settings, methods }, { httpClient }) }
}

const request: SessionRequest = {
  sessionId: 'abc123',
  amount: { amount: 9800, currency: 'CNY' },
  orderNumber: 'HF 2611 0482',
  subject: 'Testbags HF 2611 0482',
  locale: 'zh-CN',
  returnUrl: '/payment/session-status?sessionId=abc123',
  cancelUrl: '/payment/checkout/p1',
  origin: 'https://handsfree.example',
  expiresAt: new Date('2026-11-21T02:31:00.000Z'),
  surface: 'pc',
  clientIp: '203.0.113.7',
  methods: [],
}

test('opens a page of Stripe Checkout', async () => {
  const { sent, provider } = fakeStripe({
    'POST /v1/checkout/sessions': { id: 'cs_test_1', url: 'https://checkout.stripe.com/c/pay/cs_test_1' },
  })
  expect(await provider.openSession(request)).toEqual({
    reference: 'cs_test_1',
    redirectUrl: 'https://checkout.stripe.com/c/pay/cs_test_1',
  })
  expect(sent).toEqual([
    {
      method: 'POST',
      path: '/v1/checkout/sessions',
      idempotencyKey: 'session-abc123',
      form: {
        mode: 'payment',
        'payment_intent_data[metadata][sessionId]': 'abc123',
        'line_items[0][quantity]': '1',
        'line_items[0][price_data][currency]': 'cny',
        'line_items[0][price_data][unit_amount]': '9800',
        'line_items[0][price_data][product_data][name]': 'Testbags HF 2611 0482',
        client_reference_id: 'abc123',
        expires_at: '1795228260',
        locale: 'zh',
        success_url: 'https://handsfree.example/payment/session-status?sessionId=abc123',
        cancel_url: 'https://handsfree.example/payment/checkout/p1',
      },
    },
  ])
})

test('offers the payment methods of the settings, with phone wallets under card and WeChat Pay by QR code', async () => {
  const page = { id: 'cs_test_1', url: 'https://checkout.stripe.com/c/pay/cs_test_1' }
  const open = async (methods: PaymentMethod[]) => {
    const { sent, provider } = fakeStripe({ 'POST /v1/checkout/sessions': page }, methods)
    expect(provider.methods).toEqual(methods)
    await provider.openSession({ ...request, methods })
    return Object.entries(sent[0]?.form ?? {}).filter(([name]) => name.includes('method'))
  }
  expect(await open(['card', 'apple_pay', 'google_pay', 'wechat_pay', 'alipay'])).toEqual([
    ['allowed_payment_method_types[0]', 'card'],
    ['allowed_payment_method_types[1]', 'wechat_pay'],
    ['allowed_payment_method_types[2]', 'alipay'],
    ['payment_method_options[wechat_pay][client]', 'web'],
  ])
  expect(await open(['alipay'])).toEqual([['allowed_payment_method_types[0]', 'alipay']])
  expect(await open([])).toEqual([])
})

test.each<[object | null, PaymentMethod | null]>([
  [{ type: 'wechat_pay', wechat_pay: {} }, 'wechat_pay'],
  [{ type: 'alipay', alipay: {} }, 'alipay'],
  [{ type: 'card', card: { wallet: null } }, 'card'],
  [{ type: 'card', card: { wallet: { type: 'apple_pay' } } }, 'apple_pay'],
  [{ type: 'card', card: { wallet: { type: 'google_pay' } } }, 'google_pay'],
  [{ type: 'card', card: { wallet: { type: 'masterpass' } } }, 'card'],
  [{ type: 'link' }, null],
  [null, null],
])('reads the payment method of a session from its charge: %o is %s', async (details, method) => {
  const charge = details && { payment_method_details: details }
  const { provider } = fakeStripe({
    'GET /v1/checkout/sessions/cs_test_1': { payment_intent: { id: 'pi_1', latest_charge: charge } },
  })
  expect(await provider.methodOf('cs_test_1')).toBe(method)
})

test('returns no payment method for an unpaid session', async () => {
  const { provider } = fakeStripe({ 'GET /v1/checkout/sessions/cs_test_1': { payment_intent: null } })
  expect(await provider.methodOf('cs_test_1')).toBeNull()
})

test.each([
  [{ status: 'open', payment_status: 'unpaid' }, 'open'],
  [{ status: 'complete', payment_status: 'unpaid' }, 'processing'],
  [{ status: 'complete', payment_status: 'paid' }, 'paid'],
  [{ status: 'expired', payment_status: 'unpaid' }, 'expired'],
])('reads a session %o as %s', async (session, outcome) => {
  const read = (facts: object) =>
    fakeStripe({ 'GET /v1/checkout/sessions/cs_test_1': { ...session, ...facts } }).provider.sessionState(
      'cs_test_1',
    )
  expect(await read({ amount_total: 9800, currency: 'cny' })).toEqual({ outcome, amount: request.amount })
  expect(await read({ amount_total: 1, currency: 'cny' })).toEqual({
    outcome,
    amount: { amount: 1, currency: 'CNY' },
  })
  expect(await read({ amount_total: 9800, currency: 'xts' })).toEqual({ outcome, amount: null })
  expect(await read({ amount_total: null, currency: null })).toEqual({ outcome, amount: null })
})

test('refunds to the card that paid, under the refund’s own idempotency key', async () => {
  const refund = {
    refundId: 'r1',
    attempt: 0,
    isRepeated: false,
    reference: 'cs_test_1',
    amount: { amount: 4900, currency: 'CNY' },
  } as const
  const paid = { 'GET /v1/checkout/sessions/cs_test_1': { payment_intent: 'pi_1' } }
  const { sent, provider } = fakeStripe({ ...paid, 'POST /v1/refunds': { status: 'succeeded' } })
  expect(await provider.refund(refund)).toEqual({ outcome: 'refunded', reason: null })
  expect(sent[1]).toEqual({
    method: 'POST',
    path: '/v1/refunds',
    idempotencyKey: 'refund-r1',
    form: { payment_intent: 'pi_1', amount: '4900', 'metadata[refundId]': 'r1' },
  })
  const pending = fakeStripe({ ...paid, 'POST /v1/refunds': { status: 'pending' } })
  expect(await pending.provider.refund(refund)).toEqual({ outcome: 'accepted', reason: null })
  const lostCard = { status: 'failed', failure_reason: 'lost_or_stolen_card' }
  const failed = fakeStripe({ ...paid, 'POST /v1/refunds': lostCard })
  expect(await failed.provider.refund(refund)).toEqual({ outcome: 'failed', reason: 'lost_or_stolen_card' })
  await expect(fakeStripe({}).provider.refund(refund)).rejects.toThrow()
})

test('retries a failed refund under another key, and looks it up first after a lost answer', async () => {
  const again = {
    refundId: 'r1',
    attempt: 1,
    isRepeated: true,
    reference: 'cs_test_1',
    amount: { amount: 4900, currency: 'CNY' },
  } as const
  const earlier = { status: 'failed', metadata: { refundId: 'r1' } }
  const paid = { 'GET /v1/checkout/sessions/cs_test_1': { payment_intent: 'pi_1' } }
  const { sent, provider } = fakeStripe({
    ...paid,
    'GET /v1/refunds': { data: [earlier] },
    'POST /v1/refunds': { status: 'pending' },
  })
  expect(await provider.refundState(again)).toBeNull()
  expect(await provider.refund(again)).toEqual({ outcome: 'accepted', reason: null })
  expect(sent.at(-1)).toEqual({
    method: 'POST',
    path: '/v1/refunds',
    idempotencyKey: 'refund-r1-1',
    form: {
      payment_intent: 'pi_1',
      amount: '4900',
      'metadata[refundId]': 'r1',
      'metadata[attempt]': '1',
    },
  })
  const taken = { status: 'succeeded', metadata: { refundId: 'r1', attempt: '1' } }
  const known = fakeStripe({ ...paid, 'GET /v1/refunds': { data: [earlier, taken] } })
  expect(await known.provider.refund(again)).toEqual({ outcome: 'refunded', reason: null })
  expect(known.sent.filter(({ method }) => method === 'POST')).toEqual([])
})

test('closes an open page, and reads the outcome of one that can no longer be closed', async () => {
  const paid = { status: 'complete', payment_status: 'paid', amount_total: 9800, currency: 'cny' }
  const closed = { status: 'expired', payment_status: 'unpaid', amount_total: 9800, currency: 'cny' }
  const open = fakeStripe({ 'POST /v1/checkout/sessions/cs_test_1/expire': closed })
  expect((await open.provider.endSession('cs_test_1')).outcome).toBe('expired')
  const used = fakeStripe({ 'GET /v1/checkout/sessions/cs_test_1': paid })
  expect(await used.provider.endSession('cs_test_1')).toEqual({ outcome: 'paid', amount: request.amount })
})

test('finds the session of a payment, or null', async () => {
  const known = fakeStripe({ 'GET /v1/checkout/sessions': { data: [{ id: 'cs_test_1' }] } })
  expect(await known.provider.sessionOf('pi_1')).toBe('cs_test_1')
  expect(
    await fakeStripe({ 'GET /v1/checkout/sessions': { data: [] } }).provider.sessionOf('pi_2'),
  ).toBeNull()
})

test('sends the API version that it is written for', async () => {
  const versions: (string | null)[] = []
  const answering = async (_: unknown, init: RequestInit = {}) => {
    versions.push(new Headers(init.headers).get('stripe-version'))
    return Response.json({ status: 'open', payment_status: 'unpaid' })
  }
  const httpClient = Stripe.createFetchHttpClient(answering as typeof fetch)
  await createStripeProvider(settings, { httpClient }).sessionState('cs_test_1')
  expect(versions).toEqual(['2026-10-28.endive'])
})

const signed = (event: object, secret = settings.webhookSecret) => {
  const payload = JSON.stringify({ id: 'evt_1', object: 'event', ...event })
  const header = new Stripe('sk_test_nobody').webhooks.generateTestHeaderString({ payload, secret })
  return [Buffer.from(payload), { 'stripe-signature': header }] as const
}
const session = (facts: object) => ({
  id: 'cs_test_1',
  client_reference_id: 'abc123',
  amount_total: 9800,
  currency: 'cny',
  ...facts,
})

test.each<[string, object, unknown]>([
  [
    'checkout.session.completed',
    session({ status: 'complete', payment_status: 'paid' }),
    { kind: 'session', sessionId: 'abc123', reference: 'cs_test_1', outcome: 'paid', amount: request.amount },
  ],
  [
    'checkout.session.completed',
    session({ status: 'complete', payment_status: 'unpaid' }),
    {
      kind: 'session',
      sessionId: 'abc123',
      reference: 'cs_test_1',
      outcome: 'processing',
      amount: request.amount,
    },
  ],
  [
    'checkout.session.async_payment_failed',
    session({ status: 'complete', payment_status: 'unpaid' }),
    {
      kind: 'session',
      sessionId: 'abc123',
      reference: 'cs_test_1',
      outcome: 'failed',
      amount: request.amount,
    },
  ],
  [
    'checkout.session.expired',
    session({ status: 'expired', payment_status: 'unpaid' }),
    {
      kind: 'session',
      sessionId: 'abc123',
      reference: 'cs_test_1',
      outcome: 'expired',
      amount: request.amount,
    },
  ],
  [
    'refund.updated',
    { status: 'succeeded', metadata: { refundId: 'r1' } },
    { kind: 'refund', refundId: 'r1', attempt: 0, outcome: 'refunded', reason: null },
  ],
  [
    'refund.failed',
    { status: 'failed', failure_reason: 'declined', metadata: { refundId: 'r1', attempt: '2' } },
    { kind: 'refund', refundId: 'r1', attempt: 2, outcome: 'failed', reason: 'declined' },
  ],
  [
    'charge.refund.updated',
    { status: 'canceled', metadata: { refundId: 'r1' } },
    { kind: 'refund', refundId: 'r1', attempt: 0, outcome: 'failed', reason: 'canceled' },
  ],
  [
    'refund.updated',
    { status: 'pending', metadata: { refundId: 'r1' } },
    { kind: 'refund', refundId: 'r1', attempt: 0, outcome: 'accepted', reason: null },
  ],
  ['refund.updated', { status: 'succeeded', metadata: {} }, null],
  [
    'charge.dispute.closed',
    {
      id: 'dp_1',
      payment_intent: 'pi_1',
      amount: 9800,
      currency: 'cny',
      reason: 'fraudulent',
      status: 'lost',
    },
    {
      kind: 'dispute',
      disputeId: 'dp_1',
      paymentReference: 'pi_1',
      amount: request.amount,
      reason: 'fraudulent',
      state: 'lost',
    },
  ],
  ['checkout.session.completed', { ...session({ payment_status: 'paid' }), client_reference_id: null }, null],
  ['customer.created', {}, null],
])('parses the webhook %s', (type, object, update) => {
  const { provider } = fakeStripe({})
  expect(provider.parseWebhook(...signed({ type, data: { object } }))).toEqual({ eventId: 'evt_1', update })
})

test('refuses a webhook without Stripe’s signature', () => {
  const { provider } = fakeStripe({})
  const [body, headers] = signed({ type: 'customer.created', data: { object: {} } }, 'whsec_of_others')
  const refusal = expect.objectContaining({ code: 1001, status: 403 })
  expect(() => provider.parseWebhook(body, headers)).toThrow(refusal)
  expect(() => provider.parseWebhook(body, {})).toThrow(refusal)
})

test('refuses to start with a key that Stripe rejects, and warns when Stripe does not answer', async () => {
  const startWith = async (answer: () => Response) => {
    const asked: string[] = []
    const fetchFake = async (input: string | URL | Request) => {
      asked.push(String(input))
      return answer()
    }
    const httpClient = Stripe.createFetchHttpClient(fetchFake as typeof fetch)
    const warnings: string[] = []
    const said = await checkProviderKey(createStripeProvider(settings, { httpClient }), (line) =>
      warnings.push(line),
    )
      .then(() => 'starts')
      .catch((error: unknown) => (error instanceof StartError ? error.message : 'a defect'))
    expect(asked).toEqual(['https://api.stripe.com/v1/checkout/sessions?limit=1'])
    return [said, ...warnings]
  }
  const refusal = (status: number) => () => Response.json({ error: { message: 'no' } }, { status })
  expect(await startWith(() => Response.json({ object: 'list', data: [] }))).toEqual(['starts'])
  expect(await startWith(refusal(401))).toEqual([
    'Invalid STRIPE_SECRET_KEY: Stripe rejects it; copy it from Stripe’s dashboard.',
  ])
  expect(await startWith(refusal(403))).toEqual([
    'Invalid STRIPE_SECRET_KEY: it lacks the permission for Checkout; add it in Stripe’s dashboard.',
  ])
  const isAway = 'Stripe doesn’t respond, so STRIPE_SECRET_KEY wasn’t checked: '
  expect(await startWith(refusal(503))).toEqual(['starts', `${isAway}no`])
  const offline = () => {
    throw new TypeError('fetch failed')
  }
  expect(await startWith(offline)).toEqual(['starts', expect.stringContaining(isAway)])
})
