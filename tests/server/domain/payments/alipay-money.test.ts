import { createPayment, type Locale, openPaymentSession, operatorGetOrder } from '@handsfree/core/contract'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createAlipayProvider } from '../../../../server/domain/payments/alipay.ts'
import { paymentSessions } from '../../../../server/domain/payments/payments.table.ts'
import { refundPart } from '../../../../server/domain/payments/refunds.ts'
import { runDuePayments } from '../../../../server/flows/due-payments.ts'
import { inTransaction } from '../../../../server/runtime/db/work.ts'
import { startAlipay } from '../../../nightly/running/alipay-stand-in.ts'
import { operatorToken } from '../../trip.ts'
import { useNewTraveller, useServer } from '../../use-server.ts'

const minute = 60_000
const server = useServer({}, { listens: true })
const ada = useNewTraveller(server)
const alipay = {} as Awaited<ReturnType<typeof startAlipay>>
beforeAll(async () => {
  Object.assign(alipay, await startAlipay())
  const { current, byName } = server.services.providers
  const provider = createAlipayProvider({ ...alipay.settings, gateway: alipay.gateway }, server.services.now)
  server.services.providers = {
    current,
    byName: (name) => (name === 'alipay' ? provider : byName(name)),
  }
})
afterAll(() => alipay.stop?.())
beforeEach(() => Object.assign(alipay.trouble, { refunds: 'none', answers: 'none' }))

const webhook = () => `http://127.0.0.1:${server.port}/api/payments/webhook/alipay`
const wechat = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) MicroMessenger/8.0.50'
const phone = 'Mozilla/5.0 (Linux; Android 15) Chrome/130.0 Mobile Safari/537.36'

/** Opens a page in a browser with this language and User-Agent. */
const openIn = async (locale: Locale, userAgent: string) => {
  const { orderId } = await ada.order()
  const browser = { token: ada.token, locale, headers: { 'user-agent': userAgent } }
  const body = { orderId, source: 'normal' }
  const { methods, paymentId } = (await server.call(createPayment, { ...browser, body })).result
  const opened = await server.call(openPaymentSession, { ...browser, params: { paymentId } })
  return { orderId, paymentId, methods, url: opened.result.redirectUrl }
}

/** An order whose Alipay page was opened on a phone. */
const visited = async () => {
  const { url, ...opened } = await openIn('zh-CN', phone)
  return { ...opened, trade: alipay.visit(url) }
}
const paid = async () => {
  const opened = await visited()
  expect(await alipay.notify(webhook(), alipay.pay(opened.trade))).toBe('200 success')
  return opened
}
const statusOf = async (orderId: string) => (await ada.read(orderId)).status
const refundsOf = async (orderId: string) =>
  (await server.call(operatorGetOrder, { params: { orderId }, token: operatorToken })).result.refunds
const due = async (after = 0) => {
  server.clock.advance(after)
  await runDuePayments(server.services)
}

test('opens Alipay for yuan on Chinese pages outside WeChat, and says so', async () => {
  const places: [Locale, string][] = [
    ['zh-CN', phone],
    ['zh-CN', ''],
    ['zh-CN', wechat],
    ['en-US', phone],
  ]
  const opened: unknown[] = []
  for (const [locale, userAgent] of places) {
    const { url, methods } = await openIn(locale, userAgent)
    opened.push([url.startsWith(alipay.gateway) && alipay.visit(url) !== '', methods])
  }
  expect(opened).toEqual([
    [true, ['alipay']],
    [true, ['alipay']],
    [false, undefined],
    [false, undefined],
  ])
})

test('replaces an open Alipay page when the traveller continues in WeChat', async () => {
  const { paymentId, trade } = await visited()
  const opened = await server.call(openPaymentSession, {
    token: ada.token,
    locale: 'zh-CN',
    headers: { 'user-agent': wechat },
    params: { paymentId },
  })
  expect(opened.result.redirectUrl).toMatch(/^\/sandbox\/pay\//)
  await due()
  expect(alipay.trades.get(trade)?.status).toBe('TRADE_CLOSED')
})

test('records a payment by notification, and answers a repeated one with success', async () => {
  const { orderId, trade } = await visited()
  const notification = alipay.pay(trade)
  for (let round = 0; round < 2; round++) {
    expect(await alipay.notify(webhook(), notification)).toBe('200 success')
    expect(await statusOf(orderId)).toBe('reviewing')
  }
  expect((await ada.read(orderId)).payments).toMatchObject([{ source: 'normal', method: 'alipay' }])
  expect(await refundsOf(orderId)).toEqual([])
})

test('records a payment by polling when its notification was lost', async () => {
  const { orderId, trade } = await visited()
  alipay.pay(trade)
  await due(minute)
  expect(await statusOf(orderId)).toBe('reviewing')
})

test('expires an unopened page', async () => {
  const { paymentId } = await openIn('zh-CN', phone)
  await due(minute)
  const failure = async () => (await ada.payment(paymentId)).failure
  expect(await failure()).toBeNull()
  await due(30 * minute)
  expect(await failure()).toBe('expired')
})

test('closes the trade of a canceled order, and refunds a payment that still arrives', async () => {
  const { orderId, trade } = await visited()
  await ada.cancel(orderId)
  await due()
  expect(alipay.trades.get(trade)?.status).toBe('TRADE_CLOSED')
  expect(await alipay.notify(webhook(), alipay.pay(trade))).toBe('200 success')
  await due()
  expect(alipay.trades.get(trade)?.status).toBe('TRADE_CLOSED')
  expect(await refundsOf(orderId)).toMatchObject([{ state: 'done' }])
})

test('refunds a part and then the rest', async () => {
  const { orderId, trade } = await paid()
  const { db } = server.services
  await inTransaction(db, (work) =>
    refundPart(work, server.services, orderId, { amount: 1005, reason: 'late' }),
  )
  await due()
  expect(alipay.trades.get(trade)?.status).toBe('TRADE_SUCCESS')
  await ada.cancel(orderId)
  await due()
  expect([await statusOf(orderId), alipay.trades.get(trade)?.status]).toEqual([
    'refund_completed',
    'TRADE_CLOSED',
  ])
  const yuan = [...alipay.refunds.values()]
    .filter(({ outTradeNo }) => outTradeNo === trade)
    .map(({ amount }) => Number(amount))
  expect([yuan[0], yuan.length, String(yuan.reduce((sum, one) => sum + one))]).toEqual([
    10.05,
    2,
    String(Number(alipay.trades.get(trade)?.amount)),
  ])
})

test('refunds once when Alipay’s answer is lost', async () => {
  const { orderId, trade } = await paid()
  await ada.cancel(orderId)
  alipay.trouble.refunds = 'lose'
  await expect(due()).rejects.toThrow()
  expect(await statusOf(orderId)).toBe('refunding')
  alipay.trouble.refunds = 'none'
  await due(2 * minute)
  expect(await statusOf(orderId)).toBe('refund_completed')
  expect([...alipay.refunds.values()].filter(({ outTradeNo }) => outTradeNo === trade)).toHaveLength(1)
})

test('completes a pending refund by the notification of the closed trade', async () => {
  const { orderId, trade } = await paid()
  await ada.cancel(orderId)
  alipay.trouble.refunds = 'wait'
  await due()
  const [refund] = await refundsOf(orderId)
  expect(refund?.state).toBe('requested')
  const closed = alipay.notificationOf(alipay.trades.get(trade)!)
  const refunded = { gmt_refund: '2026-11-21 10:05:00.000', out_biz_no: refund?.refundId ?? '' }
  expect(await alipay.notify(webhook(), { ...closed, ...refunded })).toBe('200 success')
  expect(await statusOf(orderId)).toBe('refund_completed')
})

test('refuses notifications that are forged, weakly signed, or for another app or seller', async () => {
  const { orderId, trade } = await visited()
  const real = alipay.pay(trade)
  const refused = async (changes: Record<string, string>) => {
    const answer = await alipay.notify(webhook(), { ...real, ...changes })
    expect(answer).toMatch(/^403 .*"code":1001/)
  }
  await refused({ app_id: '2021000000000009' })
  await refused({ seller_id: '2088000000000009' })
  await refused({ sign_type: 'RSA' })
  alipay.trouble.answers = 'forged'
  await refused({})
  expect(await statusOf(orderId)).toBe('pending_payment')
})

test('books no payment of another amount, and leaves it to an operator', async () => {
  const { orderId, trade } = await visited()
  Object.assign(alipay.trades.get(trade) ?? {}, { amount: '0.01' })
  expect(await alipay.notify(webhook(), alipay.pay(trade))).toMatch(/^409 /)
  await expect(due(minute)).rejects.toThrow('failed')
  const [session] = await server.services.db
    .select()
    .from(paymentSessions)
    .where(eq(paymentSessions.sessionId, trade))
  expect([await statusOf(orderId), session?.lastError]).toEqual([
    'pending_payment',
    expect.stringContaining('another amount'),
  ])
})

test('acknowledges a trade of another product of the app', async () => {
  const { trade } = await visited()
  const foreign = { ...alipay.pay(trade), out_trade_no: 'cart17' }
  expect(await alipay.notify(webhook(), foreign)).toBe('200 success')
})
