import { createPayment, getPayment, getSessionStatus, openPaymentSession } from '@handsfree/core/contract'
import { sessionIdOf } from '@handsfree/core/payments'
import { eq } from 'drizzle-orm'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { buildServer } from '../../../../server/api/app.ts'
import { paymentEvents, refunds } from '../../../../server/domain/payments/payments.table.ts'
import type { PaymentProvider } from '../../../../server/domain/payments/provider.ts'
import { requestPaymentPage } from '../../../../server/domain/payments/reserve-session.ts'
import { sandboxSessions } from '../../../../server/domain/payments/sandbox/sandbox.table.ts'
import { runSandboxBank } from '../../../../server/domain/payments/sandbox/sandbox-bank.ts'
import { signWebhook } from '../../../../server/domain/payments/sandbox/sandbox-signature.ts'
import { runDuePayments, sweepPaymentEvents } from '../../../../server/flows/due-payments.ts'
import { runUnpaidOrders } from '../../../../server/flows/unpaid-orders.ts'
import { describeError } from '../../../../server/runtime/http/describe-error.ts'
import { deriveKeys } from '../../../../server/runtime/keys.ts'
import { withResolvers } from '../../../with-resolvers.ts'
import { newKey, type TestServer } from '../../harness.ts'
import { newTraveller, runDue, useCard } from '../../trip.ts'
import { useNewTraveller, useServer } from '../../use-server.ts'

const server = useServer()
const ada = useNewTraveller(server)

const second = 1000
const minute = 60 * second

const webhook = (
  payload: object,
  sign = (body: string) => signWebhook(server.services.keys, server.services.now(), body),
) => {
  const body = JSON.stringify(payload)
  return server.app.inject({
    method: 'POST',
    url: '/api/payments/webhook/sandbox',
    headers: { 'content-type': 'application/json', 'sandbox-signature': sign(body) },
    payload: body,
  })
}
let lastEvent = 0
const about = (type: string, sessionId: string, amount = 9800) => ({
  eventId: `event-${++lastEvent}`,
  type: `session.${type}`,
  sessionId,
  amount,
  currency: 'CNY',
})

const statusOf = async (sessionId: string) => {
  const { result } = await server.call(getSessionStatus, { query: { sessionId }, token: ada.token })
  return [result.session, result.payment.state, result.payment.failure]
}
const truth = async (orderId: string, sessionId: string) => {
  const { status, actions } = await ada.read(orderId)
  return [status, actions.includes('order.pay'), ...(await statusOf(sessionId))]
}
const paidTruth = ['reviewing', false, 'paid', 'paid', null]

const start = async () => {
  const { orderId } = await ada.order()
  return ada.openSession(orderId)
}
const runDueWith = (provider: PaymentProvider) =>
  runDuePayments(server.services, { current: provider, byName: () => provider })
const refundsOf = (orderId: string) =>
  server.services.db.select().from(refunds).where(eq(refunds.orderId, orderId))
const reopen = (paymentId: string) =>
  server.call(openPaymentSession, { params: { paymentId }, token: ada.token })

/** Overrides methods of the current provider until the test ends. */
const withProvider = (changes: Partial<PaymentProvider>) => {
  const { providers } = server.services
  const current = { ...providers.current, ...changes }
  server.services.providers = { current, byName: () => current }
  onTestFinished(() => {
    server.services.providers = providers
  })
}

describe('provider pages', () => {
  test('holds no connection and no row lock during a provider call', async () => {
    const bob = await newTraveller(server)
    const { orderId, paymentId } = await ada.order()
    const { promise: answered, resolve: answer } = withResolvers<'now'>()
    const { openSession } = server.services.providers.current
    let asked = 0
    withProvider({
      async openSession(request) {
        asked += 1
        await answered
        return openSession(request)
      },
    })
    // More requests than the pool has connections.
    const opening = Array.from({ length: 12 }, () => reopen(paymentId!))
    await vi.waitFor(() => expect(asked).toBe(12), 20_000)
    expect((await bob.order()).status).toBe('pending_payment')
    expect((await ada.cancel(orderId)).code).toBe(0)
    answer('now')
    for (const { code } of await Promise.all(opening)) expect(code).toBe(8002)
  })

  test('opens one page for two concurrent requests', async () => {
    const { paymentId } = await ada.order()
    const { openSession } = server.services.providers.current
    const ids: string[] = []
    const { promise: bothAsked, resolve: both } = withResolvers()
    withProvider({
      async openSession(request) {
        if (ids.push(request.sessionId) === 2) both()
        await bothAsked
        return openSession(request)
      },
    })
    const [one, other] = await Promise.all([reopen(paymentId!), reopen(paymentId!)])
    expect(other.result).toEqual(one.result)
    expect(ids).toEqual([one.result.sessionId, one.result.sessionId])
  })

  test('returns to a client’s own address only if it is allowed, and replaces the page of another one', async () => {
    const { settings } = server.services
    const appUrl = 'https://app.example/paid?from=bank'
    server.services.settings = { ...settings, paymentReturnUrls: [appUrl] }
    onTestFinished(() => {
      server.services.settings = settings
    })
    const { paymentId } = await ada.order()
    const params = { paymentId: paymentId! }
    const open = (body: { returnUrl?: string }) =>
      server.call(openPaymentSession, { params, body, token: ada.token })
    for (const returnUrl of ['https://app.example/paid', 'https://evil.example/paid', `${appUrl}#`])
      expect(await open({ returnUrl })).toMatchObject({ code: 1008, result: { field: 'returnUrl' } })

    const ours = (await open({})).result
    const theirs = (await open({ returnUrl: appUrl })).result
    expect((await open({ returnUrl: appUrl })).result).toEqual(theirs)
    expect(theirs.sessionId).not.toBe(ours.sessionId)
    const paid = await useCard(server, theirs.redirectUrl, 'pays')
    const backUrl = `${appUrl}&sessionId=${theirs.sessionId}`
    expect(paid.headers['location']).toBe(backUrl)
    expect(sessionIdOf(backUrl)).toBe(theirs.sessionId)
  })

  test('reports the error that kept a provider from opening a page', async () => {
    const { paymentId } = await ada.order()
    const noAnswer = new Error('no answer')
    withProvider({ openSession: () => Promise.reject(noAnswer) })
    const reported: unknown[] = []
    const asked = {
      uin: ada.uin,
      paymentId: paymentId!,
      method: null,
      returnUrl: null,
      locale: 'en-US',
      origin: '',
      surface: 'pc',
      clientIp: '203.0.113.7',
    } as const
    expect(await requestPaymentPage(server.services, asked, (error) => reported.push(error))).toBeNull()
    expect(reported).toEqual([noAnswer])
  })

  test('opens a new session after a failed call, and after an abandoned one', async () => {
    const { paymentId } = await ada.order()
    const { openSession } = server.services.providers.current
    const ids: string[] = []
    let ending: 'fails' | 'hangs' | 'answers' = 'fails'
    withProvider({
      async openSession(request) {
        ids.push(request.sessionId)
        if (ending === 'fails') throw new Error('no answer')
        if (ending === 'hangs') return new Promise(() => {})
        return openSession(request)
      },
    })
    expect((await reopen(paymentId!)).code).toBe(1005)
    ending = 'hangs'
    // As if the server had stopped during the call.
    void reopen(paymentId!)
    await vi.waitFor(() => expect(ids).toHaveLength(2), 20_000)
    ending = 'answers'
    server.clock.advance(30 * second)
    const { result } = await reopen(paymentId!)
    expect(new Set([...ids, result.sessionId]).size).toBe(3)
    expect(ids.at(-1)).toBe(result.sessionId)
    expect(await statusOf(result.sessionId)).toEqual(['open', 'unpaid', null])
  })

  test('replays a stored answer without another provider call', async () => {
    const { paymentId } = await ada.order()
    const idempotencyKey = newKey()
    const open = () =>
      server.call(openPaymentSession, { params: { paymentId: paymentId! }, token: ada.token, idempotencyKey })
    const first = await open()
    server.clock.advance(40 * minute)
    withProvider({ openSession: () => Promise.reject(new Error('asked again')) })
    const asked = vi.spyOn(server.services.providers.current, 'openSession')
    expect(await open()).toEqual(first)
    expect(asked).not.toHaveBeenCalled()
  })
})

test('sends refunds while a session check hangs', async () => {
  const paid = await start()
  await webhook(about('paid', paid.sessionId))
  await ada.cancel(paid.orderId)
  await start()
  server.clock.advance(10 * second)
  let answer = (_: { outcome: 'open'; amount: null }) => {}
  const slow = new Promise<{ outcome: 'open'; amount: null }>((resolve) => {
    answer = resolve
  })
  const refunded: string[] = []
  const running = runDueWith({
    ...server.services.providers.current,
    sessionState: () => slow,
    refund: async ({ refundId }) => {
      refunded.push(refundId)
      return { outcome: 'refunded', reason: null }
    },
  })
  const [refund] = await refundsOf(paid.orderId)
  await vi.waitFor(() => expect(refunded).toContain(refund?.refundId), 20_000)
  answer({ outcome: 'open', amount: null })
  await running
  expect((await refundsOf(paid.orderId)).map(({ state }) => state)).toEqual(['done'])
})

describe('payments', () => {
  test('opens a payment once, and returns it again on a repeat', async () => {
    const { orderId, paymentId: onOrder } = await ada.order()
    const open = () => server.call(createPayment, { body: { orderId, source: 'normal' }, token: ada.token })
    const [first, second] = [await open(), await open()]
    expect(first.result).toEqual({
      choices: ['card'],
      providers: ['sandbox'],
      trip: {
        from: 'Lakeside Garden Hotel',
        to: expect.any(String),
        pickupTime: expect.any(String),
        deliveryTime: expect.any(String),
        timeZone: 'Asia/Shanghai',
        utcOffset: 480,
        cityName: 'Hangzhou',
      },
      paymentId: onOrder,
      orderId,
      orderNumber: expect.stringMatching(/^HF 2611 \d{4}/),
      source: 'normal',
      amount: { amount: 9800, currency: 'CNY' },
      state: 'unpaid',
      failure: null,
      pieces: null,
      withdrawn: false,
      checking: null,
      updateTime: '2026-11-21T02:00:00.000Z',
    })
    expect(second).toEqual(first)
    const read = await server.call(getPayment, { params: { paymentId: onOrder! }, token: ada.token })
    expect(read).toEqual(first)
    const body = { orderId, source: 'supplementary' }
    expect((await server.call(createPayment, { body, token: ada.token })).code).toBe(8002)
  })

  test('opens one session for several concurrent requests', async () => {
    const { paymentId, sessionId, redirectUrl, expiresAt } = await start()
    expect([redirectUrl, expiresAt]).toEqual([`/sandbox/pay/${sessionId}`, '2026-11-21T02:30:00.000Z'])
    const again = await Promise.all([1, 2, 3, 4].map(() => reopen(paymentId)))
    expect(again.map(({ result }) => result.sessionId)).toEqual([1, 2, 3, 4].map(() => sessionId))
  })

  test('refuses another session for a paid payment', async () => {
    const { paymentId, redirectUrl } = await start()
    await useCard(server, redirectUrl, 'pays')
    const refusal = { status: 409, code: 1013, message: 'already paid', result: { state: 'paid' } }
    expect(await reopen(paymentId)).toEqual(refusal)
  })

  test('refuses a session for a cancelled order', async () => {
    const { orderId, paymentId } = await start()
    await ada.cancel(orderId)
    expect((await reopen(paymentId)).code).toBe(8002)
  })
})

describe('cards', () => {
  test('sends the order to review when the card pays', async () => {
    const { orderId, sessionId, redirectUrl } = await start()
    const { statusCode, headers } = await useCard(server, redirectUrl, 'pays')
    expect([statusCode, headers.location]).toEqual([303, `/payment/session-status?sessionId=${sessionId}`])
    expect(await truth(orderId, sessionId)).toEqual(paidTruth)
    expect((await ada.read(orderId)).claimCode).toMatch(/^[2-9A-HJKMNP-Z]{6}$/)
  })

  test('opens a new session for a retry after a declined card', async () => {
    const { orderId, orderNumber, paymentId, sessionId, redirectUrl } = await start()
    await useCard(server, redirectUrl, 'declined')
    expect(await truth(orderId, sessionId)).toEqual(['payment_failed', true, 'failed', 'fail', 'declined'])
    const due = { orderId, orderNumber, amount: 9800, currency: 'CNY', source: 'normal' }
    expect(await ada.notifications()).toEqual([{ type: 1, content: { ...due, failure: 'declined' } }])
    const { result: retry } = await reopen(paymentId)
    expect(retry.sessionId).not.toBe(sessionId)
    expect(await statusOf(retry.sessionId)).toEqual(['open', 'unpaid', null])
    await useCard(server, retry.redirectUrl, 'pays')
    expect(await truth(orderId, retry.sessionId)).toEqual(paidTruth)
  })

  test('pays 20 s later with a late card, also across a restart', async () => {
    const { orderId, sessionId, redirectUrl } = await start()
    await useCard(server, redirectUrl, 'late')
    expect(await truth(orderId, sessionId)).toEqual(['pending_payment', false, 'processing', 'unpaid', null])
    server.clock.advance(20 * second - 1)
    await runSandboxBank(server.app, server.services)
    expect(await statusOf(sessionId)).toEqual(['processing', 'unpaid', null])
    server.clock.advance(1)
    const restarted = await buildServer(server.services)
    await runSandboxBank(restarted, server.services)
    await restarted.close()
    expect(await truth(orderId, sessionId)).toEqual(paidTruth)
  })

  test('checks a card that never answers, and expires its session after 30 minutes', async () => {
    const { orderId, paymentId, sessionId, redirectUrl } = await start()
    await useCard(server, redirectUrl, 'silent')
    expect(await statusOf(sessionId)).toEqual(['open', 'unpaid', null])
    await runDue(server, 10 * second)
    expect(await statusOf(sessionId)).toEqual(['processing', 'unpaid', null])
    expect((await reopen(paymentId)).result.sessionId).toBe(sessionId)
    await runDue(server, 30 * minute)
    expect(await truth(orderId, sessionId)).toEqual(['pending_payment', true, 'expired', 'fail', 'expired'])
    expect((await reopen(paymentId)).result.sessionId).not.toBe(sessionId)
  })

  test('checks a card that never answers when its traveller returns, then every 5 s', async () => {
    const asked: number[] = []
    const { current } = server.services.providers
    const provider: PaymentProvider = {
      ...current,
      sessionState: (reference) => {
        asked.push(Number(server.services.now()) - opened)
        return current.sessionState(reference)
      },
    }
    const turn = () => runDueWith(provider)
    const { orderId, sessionId, redirectUrl } = await start()
    const opened = Number(server.services.now())
    server.clock.advance(second)
    await turn()
    expect(asked).toEqual([])
    // The traveller has returned without paying, so the page polls about once a second.
    for (let passed = 0; passed < 7; passed++) {
      await statusOf(sessionId)
      await turn()
      server.clock.advance(second)
    }
    expect(asked).toEqual([1_000, 6_000])
    await useCard(server, redirectUrl, 'silent')
    server.clock.advance(3 * second)
    expect(await statusOf(sessionId)).toEqual(['open', 'unpaid', null])
    await turn()
    expect(asked.at(-1)).toBe(11_000)
    expect(await truth(orderId, sessionId)).toEqual(['pending_payment', false, 'processing', 'unpaid', null])
  })

  test('ignores a card that is used on an expired page', async () => {
    const { orderId, sessionId, redirectUrl } = await start()
    await runDue(server, 30 * minute)
    await useCard(server, redirectUrl, 'pays')
    expect(await truth(orderId, sessionId)).toEqual(['pending_payment', true, 'expired', 'fail', 'expired'])
  })

  test('pays once when several instances run the bank concurrently', async () => {
    const { orderId, sessionId, redirectUrl } = await start()
    await useCard(server, redirectUrl, 'late')
    server.clock.advance(20 * second)
    await Promise.all([1, 2, 3].map(() => runSandboxBank(server.app, server.services)))
    await runSandboxBank(server.app, server.services)
    expect(await truth(orderId, sessionId)).toEqual(paidTruth)
    expect((await ada.trace(orderId)).map(({ type }) => type)).toEqual(['created', 'reviewing'])
  })
})

describe('payments that the provider is processing', () => {
  /** Status, whether the payment is payable, and its processing start, by order and payment. */
  const factsOf = async (orderId: string, paymentId: string) => {
    const { status, actions, checkingSince } = await ada.read(orderId)
    const { checking } = await ada.payment(paymentId)
    return [status, actions.includes('order.pay'), checkingSince, checking]
  }

  test('reports since when a payment is processing, and refuses another payment', async () => {
    const { orderId, paymentId, sessionId, redirectUrl } = await start()
    expect(await factsOf(orderId, paymentId)).toEqual(['pending_payment', true, null, null])
    server.clock.advance(5 * second)
    server.hints.length = 0
    await useCard(server, redirectUrl, 'late')
    const since = '2026-11-21T02:00:05.000Z'
    const checking = ['pending_payment', false, since, { sessionId, since }]
    expect(await factsOf(orderId, paymentId)).toEqual(checking)
    expect(server.hints).toEqual([{ kind: 'order', uin: ada.uin, orderId }])
    await runDue(server, 10 * second)
    expect(await factsOf(orderId, paymentId)).toEqual(checking)
    expect((await reopen(paymentId)).result.sessionId).toBe(sessionId)
    await runDue(server, 10 * second)
    expect(await factsOf(orderId, paymentId)).toEqual(['reviewing', false, null, null])
  })

  test('allows another payment once the session ends without an answer, and sends a hint', async () => {
    const { orderId, paymentId, sessionId, redirectUrl } = await start()
    await useCard(server, redirectUrl, 'silent')
    // A bank that never ends its session.
    const provider: PaymentProvider = {
      ...server.services.providers.current,
      sessionState: async () => ({ outcome: 'processing', amount: null }),
    }
    const hintsOf = (id: string) => server.hints.filter((hint) => hint.orderId === id).length
    const turn = () => runDueWith(provider)
    server.clock.advance(10 * second)
    await turn()
    const since = '2026-11-21T02:00:10.000Z'
    expect((await factsOf(orderId, paymentId)).at(-1)).toEqual({ sessionId, since })
    server.clock.set('2026-11-21T02:29:59.999Z')
    await turn()
    expect((await factsOf(orderId, paymentId))[1]).toBe(false)
    server.hints.length = 0
    server.clock.advance(1)
    expect(await factsOf(orderId, paymentId)).toEqual(['pending_payment', true, null, null])
    await turn()
    expect(hintsOf(orderId)).toBe(1)
    server.hints.length = 0
    server.clock.advance(20 * minute)
    await turn()
    expect(hintsOf(orderId)).toBe(0)
    const { result } = await reopen(paymentId)
    expect(result.sessionId).not.toBe(sessionId)
  })
})

describe('webhooks', () => {
  test('processes a webhook once when it is repeated, concurrent, or sent under another id', async () => {
    const { orderId, sessionId } = await start()
    const event = about('paid', sessionId)
    const answers = await Promise.all([webhook(event), webhook(event), webhook(about('paid', sessionId))])
    expect(answers.map(({ statusCode, body }) => [statusCode, body])).toEqual(
      answers.map(() => [200, '{"code":0,"message":"ok","result":{}}']),
    )
    await webhook(event)
    expect(await truth(orderId, sessionId)).toEqual(paidTruth)
    expect((await ada.read(orderId)).amountPaid).toEqual({ amount: 9800, currency: 'CNY' })
    expect((await ada.trace(orderId)).map(({ type }) => type)).toEqual(['created', 'reviewing'])
  })

  test.each([
    ['paid', 'processing'],
    ['paid', 'failed'],
    ['failed', 'paid'],
    ['expired', 'paid'],
    ['paid', 'expired', 'failed', 'processing'],
    ['processing', 'failed', 'paid', 'expired'],
  ])('ends as paid for every order of webhooks: %s, %s …', async (...types) => {
    const { orderId, sessionId } = await start()
    for (const type of types) await webhook(about(type, sessionId))
    expect(await truth(orderId, sessionId)).toEqual(paidTruth)
  })

  test('pays an order by a late webhook of an expired session', async () => {
    const { orderId, paymentId, sessionId } = await start()
    server.clock.advance(31 * minute)
    const { result: second } = await reopen(paymentId)
    await webhook(about('paid', sessionId))
    expect(await truth(orderId, sessionId)).toEqual(paidTruth)
    expect(await statusOf(second.sessionId)).toEqual(['expired', 'paid', null])
  })

  test('refunds a second session that was also paid', async () => {
    const { orderId, paymentId, sessionId } = await start()
    server.clock.advance(31 * minute)
    const { result: other } = await reopen(paymentId)
    await webhook(about('paid', sessionId))
    await webhook(about('paid', other.sessionId))
    expect(
      (await refundsOf(orderId)).map((refund) => [refund.sessionId, refund.amount, refund.state]),
    ).toEqual([[other.sessionId, 9800, 'due']])
    await runDue(server)
    await runDue(server, 10 * second)
    expect((await refundsOf(orderId)).map(({ state }) => state)).toEqual(['done'])
    expect(await truth(orderId, sessionId)).toEqual(paidTruth)
  })

  test('refunds a payment that arrives after the order was cancelled', async () => {
    const { orderId, orderNumber, sessionId, redirectUrl } = await start()
    await useCard(server, redirectUrl, 'late')
    await ada.cancel(orderId)
    expect((await ada.read(orderId)).status).toBe('cancelled')
    await runDue(server, 20 * second)
    expect(await truth(orderId, sessionId)).toEqual(['refunding', false, 'paid', 'refunding', null])
    await runDue(server)
    await runDue(server, 10 * second)
    const { status, amountPaid } = await ada.read(orderId)
    expect([status, amountPaid.amount]).toEqual(['refund_completed', 9800])
    expect(await statusOf(sessionId)).toEqual(['paid', 'refunded', null])
    const content = { orderId, orderNumber, amount: 9800, currency: 'CNY' }
    expect((await ada.notifications()).at(-1)).toEqual({ type: 8, content })
  })

  test('refunds again when more money arrives for a refunded order', async () => {
    const { orderId, paymentId, sessionId } = await start()
    server.clock.advance(31 * minute)
    const { result: other } = await reopen(paymentId)
    await ada.cancel(orderId)
    const statusAfter = async (paidSessionId: string) => {
      await webhook(about('paid', paidSessionId))
      const { status: before } = await ada.read(orderId)
      await runDue(server)
      await runDue(server, 10 * second)
      return [before, (await ada.read(orderId)).status]
    }
    const once = ['refunding', 'refund_completed']
    expect([await statusAfter(sessionId), await statusAfter(other.sessionId)]).toEqual([once, once])
    expect((await refundsOf(orderId)).map(({ state }) => state)).toEqual(['done', 'done'])
    expect((await ada.notifications()).map(({ type }) => type)).toEqual([9, 8, 8])
  })

  test('refunds once when a webhook and a cancellation arrive concurrently', async () => {
    for (let round = 0; round < 5; round++) {
      const { orderId, sessionId } = await start()
      await Promise.all([webhook(about('paid', sessionId)), ada.cancel(orderId)])
      const { status, lifecycle } = await ada.read(orderId)
      const amounts = (await refundsOf(orderId)).map(({ amount }) => amount)
      expect([status, lifecycle.closing, amounts]).toEqual(['refunding', 'cancelled', [9800]])
    }
  })

  test('refuses webhooks with a wrong, expired or missing signature', async () => {
    const { orderId, sessionId } = await start()
    const { keys, now } = server.services
    const otherKeys = deriveKeys('another secret')
    const old = new Date(now().getTime() - 301 * second)
    const answers = [
      await webhook(about('paid', sessionId), () => 't=1,v1=00'),
      await webhook(about('paid', sessionId), (body) => signWebhook(otherKeys, now(), body)),
      await webhook(about('paid', sessionId), (body) => signWebhook(keys, now(), `${body} `)),
      await webhook(about('paid', sessionId), (body) => signWebhook(keys, old, body)),
      await webhook(about('paid', sessionId), () => ''),
    ]
    const refused = [403, { code: 1001, message: 'signature not match', result: null }]
    expect(answers.map((answer) => [answer.statusCode, answer.json()])).toEqual(answers.map(() => refused))
    expect(await statusOf(sessionId)).toEqual(['open', 'unpaid', null])
    expect((await ada.read(orderId)).status).toBe('pending_payment')
  })

  test('refuses webhooks with another amount, an invalid body or an unknown provider', async () => {
    const { sessionId } = await start()
    const otherAmount = await webhook(about('paid', sessionId, 1))
    expect([otherAmount.statusCode, otherAmount.json().code]).toEqual([409, 8002])
    expect((await webhook({ ...about('paid', sessionId), eventId: '\u0000' })).json().code).toBe(1008)
    expect((await webhook({ hello: 'there' })).json().code).toBe(1008)
    expect(await statusOf(sessionId)).toEqual(['open', 'unpaid', null])
    const nobody = await server.app.inject({ method: 'POST', url: '/api/payments/webhook/nobody' })
    expect(nobody.json().code).toBe(1002)
  })

  test('retries a failed webhook, and deletes webhook ids after 30 days', async () => {
    const { orderId, sessionId, redirectUrl } = await start()
    const deaf = { inject: async () => ({ statusCode: 503 }) } as unknown as TestServer['app']
    await useCard(server, redirectUrl, 'late')
    server.clock.advance(20 * second)
    await runSandboxBank(deaf, server.services)
    expect(await statusOf(sessionId)).toEqual(['processing', 'unpaid', null])
    server.clock.advance(second)
    await runSandboxBank(server.app, server.services)
    expect(await truth(orderId, sessionId)).toEqual(paidTruth)
    const { db, now } = server.services
    await sweepPaymentEvents(db, new Date(now().getTime() + 29 * 24 * 60 * minute))
    expect(await db.select().from(paymentEvents)).not.toEqual([])
    await sweepPaymentEvents(db, new Date(now().getTime() + 31 * 24 * 60 * minute))
    expect(await db.select().from(paymentEvents)).toEqual([])
  })
})

describe('provider checks', () => {
  test.each([
    ['too little', { amount: 9799 }],
    ['too much', { amount: 9801 }],
    ['in another currency', { currency: 'HKD' }],
  ] as const)(
    'refuses to settle a payment that was paid %s, reports it, and still sends refunds',
    async (_, books) => {
      await runDue(server)
      const { orderId: refunded } = await ada.paidOrder()
      await ada.cancel(refunded)
      const { orderId, sessionId, paymentId } = await start()
      const { db } = server.services
      const session = eq(sandboxSessions.sessionId, sessionId)
      const wrongBooks = { state: 'paid', ...books } as const
      await db.update(sandboxSessions).set(wrongBooks).where(session)
      server.clock.advance(10 * second)
      const payments = runDuePayments(server.services)
      const failed = JSON.stringify(describeError(await payments.catch((error: unknown) => error)))
      expect(failed).toContain(`another amount than payment ${paymentId} asks for`)
      expect(await truth(orderId, sessionId)).toEqual(['pending_payment', true, 'open', 'unpaid', null])
      const [sent] = await refundsOf(refunded)
      expect(sent?.state).toBe('requested')

      await db.update(sandboxSessions).set({ amount: 9800, currency: 'CNY' }).where(session)
      await runDue(server, 10 * second)
      expect(await truth(orderId, sessionId)).toEqual(paidTruth)
    },
  )
})

describe('unpaid orders', () => {
  test('reminds once of an order that stays unpaid for 5 minutes', async () => {
    const { orderId, orderNumber } = await ada.order()
    await ada.paidOrder()
    server.clock.advance(5 * minute - 1)
    await runUnpaidOrders(server.services)
    expect(await ada.notifications()).toEqual([])
    server.clock.advance(1)
    await runUnpaidOrders(server.services)
    await runUnpaidOrders(server.services)
    expect(await ada.notifications()).toEqual([
      { type: 1, content: { orderId, orderNumber, amount: 9800, currency: 'CNY', source: 'normal' } },
    ])
  })

  test('cancels orders that are still unpaid at their pickup time', async () => {
    const { orderId } = await ada.order()
    const { orderId: paid } = await ada.paidOrder()
    server.clock.set('2026-11-22T05:59:59.999Z')
    await runUnpaidOrders(server.services)
    expect((await ada.read(orderId)).status).toBe('pending_payment')
    server.clock.advance(1)
    await runUnpaidOrders(server.services)
    expect((await ada.read(orderId)).status).toBe('cancelled')
    expect((await ada.read(paid)).status).toBe('reviewing')
  })
})
