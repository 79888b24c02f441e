import { type Bill, operatorCompareBills } from '@handsfree/core/contract'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createAlipayProvider } from '../../../../server/domain/payments/alipay.ts'
import { paymentSessions } from '../../../../server/domain/payments/payments.table.ts'
import type { PaymentProvider } from '../../../../server/domain/payments/provider.ts'
import { refundPart } from '../../../../server/domain/payments/refunds.ts'
import { createStripeProvider } from '../../../../server/domain/payments/stripe.ts'
import { createWechatPayProvider } from '../../../../server/domain/payments/wechat-pay.ts'
import { runDuePayments } from '../../../../server/flows/due-payments.ts'
import { inTransaction } from '../../../../server/runtime/db/work.ts'
import { startAlipay } from '../../../nightly/running/alipay-stand-in.ts'
import { startStripe } from '../../../nightly/running/stripe-stand-in.ts'
import { startWechatPay } from '../../../nightly/running/wechat-pay-stand-in.ts'
import { operatorToken } from '../../trip.ts'
import { useNewTraveller, useServer } from '../../use-server.ts'

const keys = { secretKey: 'sk_test_nobody', webhookSecret: 'whsec_of_the_tests' }
const server = useServer({}, { listens: true })
const ada = useNewTraveller(server)
const day = '2026-11-21'
const nextMorning = '2026-11-22T02:00:00.000Z'

const standIns = {} as {
  stripe: Awaited<ReturnType<typeof startStripe>>
  alipay: Awaited<ReturnType<typeof startAlipay>>
  wechat: Awaited<ReturnType<typeof startWechatPay>>
}
const providers = {} as Record<'stripe' | 'alipay' | 'wechat_pay', PaymentProvider>
const webhook = (name: string) => `http://127.0.0.1:${server.port}/api/payments/webhook/${name}`
beforeAll(async () => {
  const { now } = server.services
  const stripe = await startStripe(keys)
  const alipay = await startAlipay()
  const wechat = await startWechatPay(now)
  Object.assign(standIns, { stripe, alipay, wechat })
  const { hostname: host, port } = new URL(stripe.url)
  Object.assign(providers, {
    stripe: createStripeProvider(keys, { host, port, protocol: 'http' }),
    alipay: createAlipayProvider({ ...alipay.settings, gateway: alipay.gateway }, now),
    wechat_pay: createWechatPayProvider(wechat.settings, server.services, 'https://handsfree.example'),
  })
})
afterAll(() => Promise.all(Object.values(standIns).map((standIn) => standIn.stop())))

const pays: Record<keyof typeof providers, (sessionId: string, url: string) => Promise<unknown>> = {
  stripe: (_, url) => standIns.stripe.pay(url.split('/').at(-1) ?? '', webhook('stripe')),
  alipay: (_, url) =>
    standIns.alipay.notify(webhook('alipay'), standIns.alipay.pay(standIns.alipay.visit(url))),
  wechat_pay: (sessionId) => standIns.wechat.pay(sessionId, webhook('wechat_pay')),
}

/** An order of 98 yuan, paid by this provider, of which 10 were refunded. */
async function refundedOrder(name: keyof typeof providers) {
  server.services.providers = {
    current: providers[name],
    byName: (one) => (one === name ? providers[name] : null),
  }
  const { orderId, orderNumber } = await ada.order()
  const { sessionId, redirectUrl } = await ada.openSession(orderId)
  await pays[name](sessionId, redirectUrl)
  expect((await ada.read(orderId)).status).toBe('reviewing')
  standIns.wechat.trouble.refundStatus = 'SUCCESS'
  await inTransaction(server.services.db, (work) =>
    refundPart(work, server.services, orderId, { amount: 1000, reason: 'late' }),
  )
  await runDuePayments(server.services)
  return { orderId, orderNumber, sessionId }
}
async function compare(time = nextMorning, of = day): Promise<Bill[]> {
  server.clock.set(time)
  const { bills } = (await server.call(operatorCompareBills, { query: { day: of }, token: operatorToken }))
    .result
  return bills
}
const yuan = (amount: number) => ({ amount, currency: 'CNY' })
const matched = (provider: string) => ({
  provider,
  state: 'compared',
  totals: [
    { kind: 'payment', ours: yuan(9800), theirs: yuan(9800) },
    { kind: 'refund', ours: yuan(1000), theirs: yuan(1000) },
  ],
  differences: [],
})

test.each(['stripe', 'alipay', 'wechat_pay'] as const)('matches a bill of %s', async (name) => {
  const { orderId, orderNumber, sessionId } = await refundedOrder(name)
  // The bank returned an earlier attempt.
  const [refund] = standIns.stripe.refunds.values()
  if (refund) standIns.stripe.refunds.set('failed', { ...refund, id: 're_failed', status: 'failed' })
  expect(await compare()).toEqual([matched(name)])
  // Recorded on the next day, because the notification came late.
  const { db } = server.services
  const setTime = (time: string) =>
    db
      .update(paymentSessions)
      .set({ updateTime: new Date(time) })
      .where(eq(paymentSessions.sessionId, sessionId))
  await setTime('2026-11-21T16:00:01.000Z')
  expect(await compare()).toEqual([matched(name)])
  if (name !== 'stripe')
    expect(await compare('2026-11-23T02:00:00.000Z', '2026-11-22')).toEqual([
      { provider: name, state: 'compared', totals: [], differences: [] },
    ])
  await setTime('2026-11-21T02:00:00.000Z')
  await db.update(paymentSessions).set({ state: 'open' }).where(eq(paymentSessions.sessionId, sessionId))
  expect((await compare())[0]?.differences).toEqual([
    { kind: 'payment', orderId, orderNumber, reference: sessionId, ours: null, theirs: yuan(9800) },
  ])
  await db.update(paymentSessions).set({ state: 'paid' }).where(eq(paymentSessions.sessionId, sessionId))
})

test('shows a payment that the bill lacks, one that our books lack, and another amount', async () => {
  const { wechat } = standIns
  const [missing, changed] = [await refundedOrder('wechat_pay'), await refundedOrder('wechat_pay')]
  const taken = wechat.orders.get(missing.sessionId)
  wechat.orders.delete(missing.sessionId)
  wechat.orders.set('unknown', { ...taken!, out_trade_no: 'unknown' })
  Object.assign(wechat.orders.get(changed.sessionId)!, { amount: yuanTotal(9700) })
  const [bill] = await compare()
  expect(bill?.differences.toSorted((one, other) => (one.reference < other.reference ? -1 : 1))).toEqual(
    [
      {
        kind: 'payment',
        orderId: changed.orderId,
        orderNumber: changed.orderNumber,
        reference: changed.sessionId,
        ours: yuan(9800),
        theirs: yuan(9700),
      },
      {
        kind: 'payment',
        orderId: missing.orderId,
        orderNumber: missing.orderNumber,
        reference: missing.sessionId,
        ours: yuan(9800),
        theirs: null,
      },
      {
        kind: 'payment',
        orderId: null,
        orderNumber: null,
        reference: 'unknown',
        ours: null,
        theirs: yuan(9800),
      },
    ].toSorted((one, other) => (one.reference < other.reference ? -1 : 1)),
  )
})

const yuanTotal = (total: number) => ({ total, currency: 'CNY' })

test('says that a bill isn’t made yet, and that a provider doesn’t respond', async () => {
  await refundedOrder('wechat_pay')
  const stateOf = async (time?: string) => (await compare(time)).map(({ state }) => state)
  expect(await stateOf('2026-11-22T01:59:59.000Z')).toEqual(['notYet'])
  standIns.wechat.trouble.signs = false
  expect(await stateOf()).toEqual(['unavailable'])
  standIns.wechat.trouble.signs = true
})
