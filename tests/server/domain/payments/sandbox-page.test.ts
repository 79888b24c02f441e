import type { PaymentMethod } from '@handsfree/core/contract'
import { expect, onTestFinished, test } from 'vitest'
import { startServer } from '../../harness.ts'
import { newTraveller, runDue, useCard } from '../../trip.ts'
import { useServer, useTraveller } from '../../use-server.ts'

const server = useServer()
const ada = useTraveller(server)

const open = async () => {
  const { orderId } = await ada.order()
  return ada.openSession(orderId)
}
const look = async (url: string) => {
  const { statusCode, headers, body } = await server.app.inject({ url })
  const text = body
    .replace(/<style>[\s\S]*<\/style>/, '')
    .replace(/<[^>]+>/g, '\n')
    .replace(/&nbsp;/g, ' ')
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
  return { statusCode, headers, body, text }
}

test('offers four test cards in the traveller’s language, and a link to the other language', async () => {
  const { redirectUrl, orderNumber, paymentId } = await open()
  const { statusCode, text, body } = await look(redirectUrl)
  expect(statusCode).toBe(200)
  expect(text).toEqual([
    'Pay ¥98.00 · Sandbox Pay',
    'Sandbox Pay',
    '中文',
    'Test page. No money moves.',
    '¥98.00',
    `Order ${orderNumber}`,
    'Choose a test card',
    '4242 4242 4242 4242',
    'Pays at once',
    '4000 0000 0000 0002',
    'Declined by the bank',
    '4000 0000 0000 3220',
    'Pays late, after about 20 seconds',
    '4000 0000 0000 9995',
    'No answer from the bank',
    'Pay',
    '¥98.00',
    'Back without paying',
  ])
  expect(body).toContain('<html lang="en-US">')
  expect(body).toContain(`href="/payment/checkout/${paymentId}"`)
  expect(body).not.toContain('<script')
  const chinese = await look(`${redirectUrl}?lang=zh-CN`)
  expect(chinese.body).toContain('<html lang="zh-CN">')
  expect(chinese.text.slice(0, 7)).toEqual([
    '支付 ¥98.00 · 沙盒支付',
    '沙盒支付',
    'English',
    '测试页面，不会产生真实扣款。',
    '¥98.00',
    `订单 ${orderNumber}`,
    '选择一张测试卡',
  ])
})

test('restricts the page to its own style and a form to itself', async () => {
  const { redirectUrl } = await open()
  const { headers } = await look(redirectUrl)
  expect(headers['content-security-policy']).toMatch(
    /^default-src 'none'; style-src 'sha256-[\w+/]{43}='; img-src data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'$/,
  )
  expect(headers['cache-control']).toBe('no-store')
})

test.each([
  ['pays', 'This payment is done'],
  ['declined', 'The bank declined this card'],
  ['late', 'The bank has not answered yet'],
] as const)('shows the outcome without a form after a card that %s', async (card, title) => {
  const { redirectUrl } = await open()
  await useCard(server, redirectUrl, card)
  const { body, text } = await look(redirectUrl)
  expect(text).toContain(title)
  expect(body).not.toContain('<form')
})

test('shows that a page has expired', async () => {
  const { redirectUrl } = await open()
  await runDue(server, 30 * 60_000)
  expect((await look(redirectUrl)).text).toContain('This page has expired')
})

test('shows the page again for an unknown card, and returns 404 for an unknown session', async () => {
  const { redirectUrl } = await open()
  const odd = await useCard(server, redirectUrl, 'stolen')
  expect([odd.statusCode, odd.body.includes('<form')]).toEqual([422, true])
  const unknown = await look('/sandbox/pay/unknown')
  expect([unknown.statusCode, unknown.text.includes('There is no payment here')]).toEqual([404, true])
  expect((await useCard(server, '/sandbox/pay/unknown', 'pays')).statusCode).toBe(404)
})

test('escapes the language parameter of the address', async () => {
  const { redirectUrl } = await open()
  expect((await look(`${redirectUrl}?lang=<b>`)).body).not.toContain('<b>')
})

test('serves no sandbox page in production', async () => {
  const { redirectUrl } = await open()
  const stripe = { secretKey: 'sk_test_nobody', webhookSecret: 'whsec_nobody' }
  const production = await startServer({ demo: false, stripe })
  const { statusCode } = await production.app.inject({ url: redirectUrl })
  const webhook = await production.app.inject({ method: 'POST', url: '/api/payments/webhook/sandbox' })
  await production.close()
  expect([statusCode, webhook.json().code]).toEqual([404, 1002])
})

test('offers the payment methods of the settings, and shows the used one on the order', async () => {
  const { settings, providers } = server.services
  const paymentMethods: PaymentMethod[] = ['card', 'wechat_pay', 'alipay']
  const app = await startServer({ paymentMethods })
  const bo = await newTraveller(app)
  const { orderId, paymentId } = await bo.order()
  expect((await bo.payment(paymentId)).methods).toEqual(paymentMethods)
  const { redirectUrl } = await bo.openSession(orderId)
  const { body } = await app.app.inject({ url: redirectUrl })
  expect([...body.matchAll(/name="card" value="(\w+)"/g)].map(([, value]) => value)).toEqual([
    'pays',
    'declined',
    'late',
    'silent',
    'wechat_pay',
    'alipay',
  ])
  expect(body).toContain('Choose how to pay')
  expect((await useCard(app, redirectUrl, 'google_pay')).statusCode).toBe(422)
  await useCard(app, redirectUrl, 'alipay')
  const [paid] = (await bo.read(orderId)).payments
  await app.close()
  expect(paid).toMatchObject({ source: 'normal', method: 'alipay' })
  // Only cards without a setting.
  expect([settings.paymentMethods, providers.current.methods]).toEqual([[], []])
  const plain = await open()
  expect((await useCard(server, plain.redirectUrl, 'alipay')).statusCode).toBe(422)
  expect((await ada.payment(plain.paymentId)).methods).toBeUndefined()
})

test('records a payment whose method the provider cannot name', async () => {
  const { providers } = server.services
  const current = { ...providers.current, methodOf: () => Promise.reject(new Error('no answer')) }
  server.services.providers = { current, byName: () => current }
  onTestFinished(() => {
    server.services.providers = providers
  })
  const bo = await newTraveller(server)
  const { orderId } = await bo.paidOrder()
  expect((await bo.read(orderId)).payments).toMatchObject([{ source: 'normal', method: null }])
})
