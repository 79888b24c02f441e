import { createHash, generateKeyPairSync } from 'node:crypto'
import { getSessionStatus, openPaymentSession, operatorGetOrder } from '@handsfree/core/contract'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { checkProviderKey } from '../../../../server/domain/payments/check-provider-key.ts'
import { paymentSessions, refunds } from '../../../../server/domain/payments/payments.table.ts'
import { refundPart } from '../../../../server/domain/payments/refunds.ts'
import { createWechatPayProvider } from '../../../../server/domain/payments/wechat-pay.ts'
import { inTransaction } from '../../../../server/runtime/db/work.ts'
import { StartError } from '../../../../server/runtime/start-error.ts'
import { startWechatPay } from '../../../nightly/running/wechat-pay-stand-in.ts'
import { operatorToken, runDue } from '../../trip.ts'
import { useNewTraveller, useServer } from '../../use-server.ts'

const minute = 60_000
const server = useServer({}, { listens: true })
const ada = useNewTraveller(server)
const wechat = {} as Awaited<ReturnType<typeof startWechatPay>>
const create = (changes: Partial<(typeof wechat)['settings']> = {}) =>
  createWechatPayProvider({ ...wechat.settings, ...changes }, server.services, 'https://handsfree.example')
beforeAll(async () => {
  Object.assign(wechat, await startWechatPay(() => server.services.now()))
  const current = create()
  server.services.providers = { current, byName: (name) => (name === current.name ? current : null) }
})
afterAll(() => wechat.stop?.())
beforeEach(() => {
  wechat.sent.length = 0
  Object.assign(wechat.trouble, {
    refundStatus: 'PROCESSING',
    signs: true,
    hasCertificates: true,
    refusesOrders: false,
  })
})

const webhook = () => `http://127.0.0.1:${server.port}/api/payments/webhook/wechat_pay`
const statusOf = async (orderId: string) => (await ada.read(orderId)).status
const opened = async () => {
  const { orderId } = await ada.order()
  return { ...(await ada.openSession(orderId)), orderId }
}
const paid = async () => {
  const session = await opened()
  expect(await wechat.pay(session.sessionId, webhook())).toBe(200)
  return session
}
const refundsOf = async (orderId: string) =>
  (await server.call(operatorGetOrder, { params: { orderId }, token: operatorToken })).result.refunds
const phone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_1 like Mac OS X) Mobile/15E148'
const inWechat = `${phone} MicroMessenger/8.0.60`
const look = (url: string, agent = '') => server.app.inject({ url, headers: { 'user-agent': agent } })
const openIn = async (agent: string, paymentId: string | null | undefined) =>
  (
    await server.call(openPaymentSession, {
      params: { paymentId: paymentId ?? '' },
      token: ada.token,
      ip: '203.0.113.7',
      headers: { 'user-agent': agent },
    })
  ).result
/** Follows WeChat's authorization. Returns the address to which it sends the browser. */
const authorize = async (pageUrl: string): Promise<string> => {
  const { headers } = await look(pageUrl, inWechat)
  const { headers: answer } = await fetch(String(headers.location), { redirect: 'manual' })
  const { pathname, search } = new URL(answer.get('location') ?? '')
  return `${pathname}${search}`
}
/** The bridge's request on a page, in its attribute. */
const bridgeRequestOf = (body: string): Record<string, string> =>
  JSON.parse((/data-request="([^"]+)"/.exec(body)?.[1] ?? '{}').replaceAll('&quot;', '"'))

test('shows a QR code on a PC, and moves on once a notification reports the payment', async () => {
  const { orderId, orderNumber, sessionId, redirectUrl, expiresAt } = await opened()
  expect(wechat.sent).toMatchObject([
    {
      path: '/v3/pay/transactions/native',
      body: {
        mchid: '1900000109',
        out_trade_no: sessionId,
        description: `Handsfree ${orderNumber}`,
        time_expire: '2026-11-21T02:05:00+00:00',
        amount: { total: 9800, currency: 'CNY' },
      },
    },
  ])
  expect(expiresAt).toBe('2026-11-21T02:05:00.000Z')
  const page = await look(redirectUrl)
  expect([page.statusCode, page.headers.refresh, page.body.includes('¥98.00')]).toEqual([200, '3', true])
  const forged = await look(`/api/payments/wechat-pay/${sessionId}?code_url=weixin://x`)
  expect(forged.body).toBe(page.body)
  expect(await wechat.pay(sessionId, webhook())).toBe(200)
  expect(await statusOf(orderId)).toBe('reviewing')
  const left = await look(redirectUrl)
  expect([left.statusCode, left.headers.location]).toEqual([
    303,
    `/payment/session-status?sessionId=${sessionId}`,
  ])
  expect((await ada.read(orderId)).payments).toMatchObject([{ method: 'wechat_pay' }])
})

test('links to WeChat on a phone, with the referrer that H5 requires', async () => {
  const { paymentId } = await ada.order()
  const { sessionId, redirectUrl } = await openIn(phone, paymentId)
  expect(wechat.sent).toMatchObject([
    {
      path: '/v3/pay/transactions/h5',
      body: {
        notify_url: expect.stringMatching(/\/api\/payments\/webhook\/wechat_pay$/),
        scene_info: { payer_client_ip: '203.0.113.7', h5_info: { type: 'Wap' } },
      },
    },
  ])
  const { headers, body } = await look(redirectUrl, phone)
  expect([headers['referrer-policy'], headers.refresh]).toEqual(['origin', undefined])
  const [, href = ''] = /class="button" href="([^"]+)"/.exec(body) ?? []
  const h5 = new URL(href.replaceAll('&amp;', '&'))
  expect([h5.host, h5.searchParams.get('prepay_id')]).toEqual(['wx.tenpay.com', sessionId])
  expect(h5.searchParams.get('redirect_url')).toMatch(`/payment/session-status?sessionId=${sessionId}`)
})

test('names the payer inside WeChat, then signs a request of the bridge', async () => {
  const { orderId, orderNumber, paymentId } = await ada.order()
  const { sessionId, redirectUrl } = await openIn(inWechat, paymentId)
  expect(wechat.sent).toEqual([])
  const back = await authorize(redirectUrl)
  expect((await look(back, inWechat)).headers.location).toBe(redirectUrl)
  expect(wechat.sent).toMatchObject([
    {
      path: '/v3/pay/transactions/jsapi',
      body: {
        out_trade_no: sessionId,
        description: `Handsfree ${orderNumber}`,
        amount: { total: 9800, currency: 'CNY' },
        payer: { openid: expect.stringMatching(/^o/) },
      },
    },
  ])
  const page = await look(redirectUrl, inWechat)
  expect(page.headers['content-security-policy']).toMatch(
    /default-src 'none'.*script-src 'sha256-[^']+'; frame-src weixin:/,
  )
  const [, script = ''] = /<script>([\s\S]*)<\/script>/.exec(page.body) ?? []
  expect(page.headers['content-security-policy']).toContain(
    createHash('sha256').update(script).digest('base64'),
  )
  expect(wechat.orderOfBridge(bridgeRequestOf(page.body))).toBe(sessionId)
  expect(await wechat.pay(sessionId, webhook())).toBe(200)
  expect(await statusOf(orderId)).toBe('reviewing')
})

test('stores no openid', async () => {
  const { paymentId } = await ada.order()
  const { sessionId, redirectUrl } = await openIn(inWechat, paymentId)
  await look(await authorize(redirectUrl), inWechat)
  const openid = wechat.sent.map(({ body }) => (body.payer as { openid: string }).openid).join()
  expect(openid).toMatch(/^o/)
  const rows = await server.services.db
    .select()
    .from(paymentSessions)
    .where(eq(paymentSessions.sessionId, sessionId))
  expect(rows).toHaveLength(1)
  expect(JSON.stringify(rows)).not.toContain(openid)
})

test('accepts an authorization once, for its own session and its latest visit', async () => {
  const [first, second] = [await ada.order(), await ada.order()]
  const page = (await openIn(inWechat, first.paymentId)).redirectUrl
  const other = (await openIn(inWechat, second.paymentId)).redirectUrl
  const outdated = await authorize(page)
  const back = await authorize(page)
  const state = new URL(back, 'http://localhost').searchParams.get('state') ?? ''
  const refused = [
    outdated,
    back.replace(page, other),
    back.replace(state, '0'.repeat(32)),
    back.replace(/code=\w+&/, ''),
    `${page}/authorized`,
  ]
  for (const url of refused) expect((await look(url, inWechat)).statusCode).toBe(303)
  expect(wechat.sent).toEqual([])
  await look(back, inWechat)
  await look(back, inWechat)
  expect(wechat.sent).toHaveLength(1)
})

test('offers to retry inside WeChat when WeChat names no payer or refuses the order', async () => {
  const { paymentId } = await ada.order()
  const { redirectUrl } = await openIn(inWechat, paymentId)
  const refusal = async (url: string) => {
    const { statusCode, body } = await look(url, inWechat)
    return [statusCode, body.includes(`href="${redirectUrl}"`)]
  }
  expect(await refusal((await authorize(redirectUrl)).replace(/code=\w+/, 'code=used'))).toEqual([502, true])
  wechat.trouble.refusesOrders = true
  expect(await refusal(await authorize(redirectUrl))).toEqual([502, true])
  wechat.trouble.refusesOrders = false
  expect((await look(await authorize(redirectUrl), inWechat)).headers.location).toBe(redirectUrl)
})

test('replaces a page that is continued in another kind of browser', async () => {
  const { paymentId } = await ada.order()
  const pages = []
  for (const agent of [phone, inWechat, '', phone]) {
    const page = await openIn(agent, paymentId)
    const other = await look(page.redirectUrl, agent === inWechat ? phone : inWechat)
    expect(other.headers.location).toBe(`/payment/checkout/${paymentId}`)
    expect((await openIn(agent, paymentId)).sessionId).toBe(page.sessionId)
    pages.push(page.sessionId)
  }
  expect(new Set(pages).size).toBe(4)
  await runDue(server, minute)
  expect(pages.map((id) => wechat.orders.get(id)?.trade_state)).toEqual([
    'CLOSED',
    undefined,
    'CLOSED',
    'NOTPAY',
  ])
})

test('leaves an expired page, and counts a code that was paid too late', async () => {
  const { orderId, sessionId, redirectUrl } = await opened()
  server.clock.advance(6 * minute)
  expect((await look(redirectUrl)).headers.location).toBe(`/payment/session-status?sessionId=${sessionId}`)
  expect(await wechat.pay(sessionId, webhook())).toBe(200)
  expect(await statusOf(orderId)).toBe('reviewing')
})

test('reports that WeChat Pay opens no page, and opens one on the next try', async () => {
  const { paymentId } = await ada.order()
  wechat.trouble.refusesOrders = true
  expect(await openIn(phone, paymentId)).toBeNull()
  wechat.trouble.refusesOrders = false
  expect((await openIn(phone, paymentId)).redirectUrl).toContain('h5_url')
})

test('opens no page in another currency', async () => {
  const request = {
    sessionId: 'abc123',
    amount: { amount: 9800, currency: 'CNY' },
    orderNumber: 'HF 2611 0482',
    subject: 'Testbags HF 2611 0482',
    locale: 'zh-CN',
    returnUrl: '/',
    cancelUrl: '/',
    origin: 'https://handsfree.example',
    expiresAt: server.services.now(),
    surface: 'pc',
    clientIp: '203.0.113.7',
    methods: [],
  } as const
  const dollars = { amount: 9800, currency: 'HKD' } as const
  await expect(create().openSession({ ...request, amount: dollars })).rejects.toThrow('CNY only')
  expect(wechat.sent).toEqual([])
})

test('pays once for a repeated notification', async () => {
  const { orderId, sessionId } = await opened()
  const notice = wechat.payment(sessionId, { id: 'EV-1' })
  expect([await wechat.tell(webhook(), notice), await wechat.tell(webhook(), notice)]).toEqual([200, 200])
  expect(await wechat.pay(sessionId, webhook())).toBe(200)
  expect([await statusOf(orderId), await refundsOf(orderId)]).toEqual(['reviewing', []])
})

test('finds a payment by asking when the notification is lost', async () => {
  const { orderId, sessionId } = await opened()
  Object.assign(wechat.orders.get(sessionId) ?? {}, { trade_state: 'SUCCESS' })
  await runDue(server, minute)
  expect(await statusOf(orderId)).toBe('reviewing')
})

test('closes the order at WeChat Pay after a cancellation, and refunds a late payment', async () => {
  const { orderId, sessionId } = await opened()
  await ada.cancel(orderId)
  await runDue(server, minute)
  expect(wechat.orders.get(sessionId)?.trade_state).toBe('CLOSED')
  expect(await wechat.pay(sessionId, webhook())).toBe(200)
  await runDue(server, minute)
  const [refund] = [...wechat.refunds.values()].slice(-1)
  expect(refund?.amount).toMatchObject({ refund: 9800, total: 9800 })
  expect(await wechat.endRefund(refund?.out_refund_no ?? '', 'SUCCESS', webhook())).toBe(200)
  expect(await refundsOf(orderId)).toMatchObject([{ state: 'done' }])
})

test('refunds a part, then the rest', async () => {
  const { orderId, sessionId } = await paid()
  await inTransaction(server.services.db, (work) =>
    refundPart(work, server.services, orderId, { amount: 2450, reason: 'late' }),
  )
  wechat.trouble.refundStatus = 'SUCCESS'
  await runDue(server, minute)
  expect(wechat.orders.get(sessionId)?.refunded).toBe(2450)
  await ada.cancel(orderId)
  await runDue(server, minute)
  expect(wechat.orders.get(sessionId)?.refunded).toBe(9800)
  expect((await refundsOf(orderId)).map(({ state }) => state)).toEqual(['done', 'done'])
  expect(await statusOf(orderId)).toBe('refund_completed')
})

test('retries a closed refund under another number, but never an abnormal one', async () => {
  const closed = await paid()
  wechat.trouble.refundStatus = 'CLOSED'
  await ada.cancel(closed.orderId)
  await runDue(server, minute)
  wechat.trouble.refundStatus = 'SUCCESS'
  await runDue(server, 10 * minute)
  expect(await refundsOf(closed.orderId)).toMatchObject([{ state: 'done' }])
  const abnormal = await paid()
  wechat.trouble.refundStatus = 'ABNORMAL'
  await ada.cancel(abnormal.orderId)
  await runDue(server, minute)
  const count = wechat.refunds.size
  wechat.trouble.refundStatus = 'SUCCESS'
  await runDue(server, 10 * minute)
  expect(wechat.refunds.size).toBe(count)
  const { db } = server.services
  const [{ refundId } = { refundId: '' }] = await db
    .select()
    .from(refunds)
    .where(eq(refunds.orderId, abnormal.orderId))
  Object.assign(wechat.refunds.get(refundId) ?? {}, { status: 'SUCCESS' })
  await runDue(server, 60 * minute)
  expect(await refundsOf(abnormal.orderId)).toMatchObject([{ state: 'done' }])
})

test('refuses a forged or old notification, and one about another amount', async () => {
  const { orderId, sessionId } = await opened()
  const forged = wechat.payment(sessionId, { privateKey: wechat.otherKey })
  const old = wechat.payment(sessionId, { time: new Date(server.services.now().getTime() - 6 * minute) })
  expect([await wechat.tell(webhook(), forged), await wechat.tell(webhook(), old)]).toEqual([403, 403])
  const { body, headers } = wechat.payment(sessionId)
  expect(await wechat.tell(webhook(), { body: body.replace('TRANSACTION', 'REFUND'), headers })).toBe(403)
  Object.assign(wechat.orders.get(sessionId) ?? {}, { amount: { total: 1, currency: 'CNY' } })
  expect(await wechat.pay(sessionId, webhook())).toBe(409)
  expect(await statusOf(orderId)).toBe('pending_payment')
})

test('rejects an answer without WeChat Pay’s signature', async () => {
  const { orderId, sessionId } = await opened()
  Object.assign(wechat.orders.get(sessionId) ?? {}, { trade_state: 'SUCCESS' })
  wechat.trouble.signs = false
  await expect(create().sessionState(sessionId)).rejects.toThrow('isn’t signed')
  expect(await statusOf(orderId)).toBe('pending_payment')
  expect(
    (await server.call(getSessionStatus, { query: { sessionId }, token: ada.token })).result.session,
  ).toBe('open')
})

const stranger = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
})

test('refuses to start with keys that WeChat Pay rejects, and only warns when it doesn’t respond', async () => {
  const startWith = async (changes: Parameters<typeof create>[0]) => {
    const warnings: string[] = []
    const said = await checkProviderKey(create(changes), (line) => warnings.push(line))
      .then(() => 'starts')
      .catch((error: unknown) => (error instanceof StartError ? error.message : String(error)))
    return [said, ...warnings]
  }
  expect(await startWith({})).toEqual(['starts'])
  const rejected =
    'Invalid WECHAT_PAY_PRIVATE_KEY: WeChat Pay rejects it (SIGN_ERROR); check it, WECHAT_PAY_SERIAL, WECHAT_PAY_MCH_ID and WECHAT_PAY_PUBLIC_KEY_ID.'
  for (const changes of [
    { privateKey: stranger.privateKey },
    { serial: '0'.repeat(40) },
    { merchantId: '1900000000' },
  ])
    expect(await startWith(changes)).toEqual([rejected])
  const unverified =
    'Invalid WECHAT_PAY_PRIVATE_KEY: WeChat Pay accepts it, but WECHAT_PAY_PUBLIC_KEY and WECHAT_PAY_PUBLIC_KEY_ID don’t verify the answer; copy both from WeChat Pay’s merchant platform.'
  for (const changes of [{ publicKey: stranger.publicKey }, { publicKeyId: 'PUB_KEY_ID_1' }])
    expect(await startWith(changes)).toEqual([unverified])
  expect(await startWith({ apiV3Key: '0'.repeat(32) })).toEqual([
    'Invalid WECHAT_PAY_PRIVATE_KEY: WeChat Pay accepts it, but WECHAT_PAY_API_V3_KEY doesn’t decrypt its certificates; set the API v3 key of the merchant platform.',
  ])
  expect(await startWith({ appSecret: '0'.repeat(32) })).toEqual([
    'Invalid WECHAT_PAY_PRIVATE_KEY: WeChat Pay accepts it, but WeChat rejects WECHAT_PAY_APP_SECRET (40125); copy it and WECHAT_PAY_APP_ID from the service account.',
  ])
  expect(await startWith({ url: 'http://127.0.0.1:9' })).toEqual([
    'starts',
    expect.stringContaining('WeChat Pay doesn’t respond, so WECHAT_PAY_PRIVATE_KEY wasn’t checked: '),
  ])
  wechat.trouble.hasCertificates = false
  expect(await startWith({ apiV3Key: '0'.repeat(32) })).toEqual(['starts'])
})

test('names the API v3 key that can’t decrypt a notification', async () => {
  const { sessionId } = await opened()
  const { body, headers } = wechat.payment(sessionId)
  expect(() => create({ apiV3Key: '0'.repeat(32) }).parseWebhook(Buffer.from(body), headers)).toThrow(
    'WECHAT_PAY_API_V3_KEY doesn’t decrypt',
  )
})
