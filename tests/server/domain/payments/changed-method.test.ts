import {
  createPayment,
  getPayment,
  type Locale,
  openPaymentSession,
  operatorGetOrder,
  type PaymentChoice,
} from '@handsfree/core/contract'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { chooseProvider, findChoices } from '../../../../server/domain/payments/choose-provider.ts'
import { paymentSessions, payments } from '../../../../server/domain/payments/payments.table.ts'
import type { Surface } from '../../../../server/domain/payments/provider.ts'
import { refundPart } from '../../../../server/domain/payments/refunds.ts'
import { runDuePayments } from '../../../../server/flows/due-payments.ts'
import { inTransaction } from '../../../../server/runtime/db/work.ts'
import { describeError } from '../../../../server/runtime/http/describe-error.ts'
import { operatorToken, runDue } from '../../trip.ts'
import { useProviders } from '../../use-providers.ts'
import { useNewTraveller, useServer } from '../../use-server.ts'

const server = useServer({}, { listens: true })
const ada = useNewTraveller(server)
const desks = useProviders(server)

const userAgents: Record<Surface, string> = {
  wechat: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) MicroMessenger/8.0.50',
  phone: 'Mozilla/5.0 (Linux; Android 15) Chrome/130.0 Mobile Safari/537.36',
  pc: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/130.0',
}
const browser = (surface: Surface = 'pc', locale: Locale = 'zh-CN') => ({
  token: ada.token,
  locale,
  headers: { 'user-agent': userAgents[surface] },
})

const start = async () => {
  const { orderId } = await ada.order()
  const { result } = await server.call(createPayment, { ...browser(), body: { orderId, source: 'normal' } })
  return result
}
const tryOpen = (paymentId: string, method: PaymentChoice | undefined, surface?: Surface) =>
  server.call(openPaymentSession, {
    ...browser(surface),
    params: { paymentId },
    body: method ? { method } : {},
  })
const open = async (...given: Parameters<typeof tryOpen>) => (await tryOpen(...given)).result
const choicesIn = async (paymentId: string, surface: Surface, locale: Locale = 'zh-CN') =>
  (await server.call(getPayment, { ...browser(surface, locale), params: { paymentId } })).result.choices
const due = () => runDue(server)
const sessionOf = async (sessionId: string) => {
  const isThis = eq(paymentSessions.sessionId, sessionId)
  const [session] = await server.services.db.select().from(paymentSessions).where(isThis)
  return session!
}
const paidSessionOf = async (paymentId: string) => {
  const [payment] = await server.services.db.select().from(payments).where(eq(payments.paymentId, paymentId))
  return payment?.paidSessionId
}
const statusOf = async (orderId: string) => (await ada.read(orderId)).status

test.each<[Surface, Locale, PaymentChoice[]]>([
  ['phone', 'zh-CN', ['alipay', 'wechat_pay', 'card']],
  ['pc', 'zh-CN', ['alipay', 'wechat_pay', 'card']],
  ['wechat', 'zh-CN', ['wechat_pay', 'card']],
  ['wechat', 'en-US', ['wechat_pay', 'card']],
  ['phone', 'en-US', ['card', 'alipay', 'wechat_pay']],
])('offers what works on a %s in %s, likeliest first', async (surface, locale, choices) => {
  const { paymentId } = await start()
  expect(await choicesIn(paymentId, surface, locale)).toEqual(choices)
})

test('offers only cards in Hong Kong dollars, and nothing below Stripe’s minimum', () => {
  const choicesFor = (amount: number, currency: 'CNY' | 'HKD') =>
    findChoices(server.services.providers, {
      surface: 'phone',
      locale: 'zh-CN',
      amount: { amount, currency },
    }).map(({ method }) => method)
  expect(choicesFor(9800, 'HKD')).toEqual(['card'])
  expect(choicesFor(399, 'HKD')).toEqual([])
  expect(choicesFor(399, 'CNY')).toEqual(['alipay', 'wechat_pay'])
})

test('never offers the card provider’s QR code on the phone that would have to scan it', () => {
  const { current } = server.services.providers
  const stripe = { ...current, methods: ['card', 'wechat_pay', 'alipay'] as const }
  const choicesOn = (surface: Surface) =>
    findChoices(
      { current: stripe, byName: () => null },
      { surface, locale: 'zh-CN', amount: { amount: 9800, currency: 'CNY' } },
    ).map(({ method }) => method)
  expect([choicesOn('pc'), choicesOn('phone'), choicesOn('wechat')]).toEqual([
    ['alipay', 'wechat_pay', 'card'],
    ['alipay', 'card'],
    ['card'],
  ])
})

test('asks Stripe for phone wallets with cards, and never inside WeChat', () => {
  const methods = ['card', 'apple_pay', 'google_pay', 'alipay'] as const
  const providers = { current: { ...server.services.providers.current, methods }, byName: () => null }
  const methodsOn = (surface: Surface) => {
    const facts = { surface, locale: 'en-US', amount: { amount: 9800, currency: 'HKD' } } as const
    return chooseProvider(findChoices(providers, facts), facts, 'card')?.methods
  }
  expect(methodsOn('phone')).toEqual(['card', 'apple_pay', 'google_pay'])
  expect(methodsOn('wechat')).toEqual(['card'])
})

test('lists the last choice first, also in another browser', async () => {
  const { paymentId } = await start()
  await open(paymentId, 'wechat_pay')
  server.clock.advance(1_000)
  await open(paymentId, 'card')
  expect(await choicesIn(paymentId, 'phone')).toEqual(['card', 'alipay', 'wechat_pay'])
})

test('refuses a method that doesn’t work in this browser, and keeps the open page', async () => {
  const { paymentId } = await start()
  const card = await open(paymentId, 'card')
  expect((await tryOpen(paymentId, 'alipay', 'wechat')).code).toBe(1005)
  expect((await sessionOf(card.sessionId)).state).toBe('open')
})

test('returns the open page for the same method, and for a client without a choice', async () => {
  const { paymentId } = await start()
  const card = await open(paymentId, 'card')
  expect((await open(paymentId, 'card', 'phone')).sessionId).toBe(card.sessionId)
  expect((await open(paymentId, undefined)).sessionId).toBe(card.sessionId)
})

test('opens a page for a phone instead of the PC’s QR code', async () => {
  const { paymentId } = await start()
  const onPc = await open(paymentId, 'wechat_pay', 'pc')
  const onPhone = await open(paymentId, 'wechat_pay', 'phone')
  expect([onPc.redirectUrl, onPhone.redirectUrl]).toEqual([
    expect.stringContaining('code_url'),
    expect.stringContaining('h5_url'),
  ])
  await due()
  expect(desks.wechat_pay.isOpen(onPc)).toBe(false)
})

const pairs: [PaymentChoice, PaymentChoice][] = [
  ['card', 'alipay'],
  ['alipay', 'card'],
  ['alipay', 'wechat_pay'],
  ['wechat_pay', 'alipay'],
]

test.each(pairs)('ends the page of %s when the traveller changes to %s', async (first, second) => {
  const { orderId, paymentId } = await start()
  const before = await open(paymentId, first)
  expect(desks[first].isOpen(before)).toBe(true)
  const after = await open(paymentId, second)
  await due()
  expect([desks[first].isOpen(before), desks[second].isOpen(after)]).toEqual([false, true])
  expect(await desks[second].take(after)()).toBe(200)
  expect([await statusOf(orderId), await paidSessionOf(paymentId)]).toEqual(['reviewing', after.sessionId])
})

test.each(pairs)(
  'counts a late payment by %s, and ends the page of %s that replaced it',
  async (first, second) => {
    const { orderId, paymentId } = await start()
    const before = await open(paymentId, first)
    const tell = desks[first].take(before)
    const after = await open(paymentId, second)
    expect(desks[second].isOpen(after)).toBe(true)
    expect(await tell()).toBe(200)
    expect([await statusOf(orderId), await paidSessionOf(paymentId)]).toEqual(['reviewing', before.sessionId])
    await due()
    expect([desks[first].balance(before), desks[second].isOpen(after)]).toEqual([9800, false])
  },
)

test.each(pairs)('refunds the second of two payments, by %s and then %s', async (first, second) => {
  const { orderId, paymentId } = await start()
  const before = await open(paymentId, first)
  const tellFirst = desks[first].take(before)
  const after = await open(paymentId, second)
  const tellSecond = desks[second].take(after)
  for (const tell of [tellSecond, tellFirst, tellSecond]) expect(await tell()).toBe(200)
  await due()
  expect([await statusOf(orderId), await paidSessionOf(paymentId)]).toEqual(['reviewing', after.sessionId])
  expect([desks[first].balance(before), desks[second].balance(after)]).toEqual([0, 9800])
})

test('keeps one payment from two devices that pay by different methods at the same time', async () => {
  const { orderId, paymentId } = await start()
  const [card, alipay] = await Promise.all([open(paymentId, 'card'), open(paymentId, 'alipay', 'phone')])
  const tellers = [desks.card.take(card), desks.alipay.take(alipay)]
  expect(await Promise.all(tellers.map((tell) => tell()))).toEqual([200, 200])
  await due()
  expect(await statusOf(orderId)).toBe('reviewing')
  expect(desks.card.balance(card) + desks.alipay.balance(alipay)).toBe(9800)
})

test.each<[PaymentChoice, number]>([
  ['alipay', 365],
  ['wechat_pay', 365],
])('leaves a refund by %s to an operator %d days after the payment', async (method, days) => {
  const { orderId, paymentId } = await start()
  const page = await open(paymentId, method)
  await desks[method].take(page)()
  const refundOnDay = async (day: number) => {
    server.clock.advance(day * 24 * 60 * 60_000)
    await inTransaction(server.services.db, (work) =>
      refundPart(work, server.services, orderId, { amount: 100, reason: 'late' }),
    )
    return runDuePayments(server.services).then(
      () => 'sent',
      (error: unknown) => JSON.stringify(describeError(error)),
    )
  }
  expect(await refundOnDay(days - 1)).toBe('sent')
  expect(await refundOnDay(2)).toContain(`takes refunds for ${days} days after a payment`)
  const { refunds } = (await server.call(operatorGetOrder, { params: { orderId }, token: operatorToken }))
    .result
  expect(refunds.map(({ state }) => state).sort()).toEqual(['done', 'needsOperator'])
  expect(desks[method].balance(page)).toBe(9700)
})
