import { generateKeyPairSync } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createAlipayProvider } from '../../../../server/domain/payments/alipay.ts'
import { checkProviderKey } from '../../../../server/domain/payments/check-provider-key.ts'
import { surfaceOf } from '../../../../server/domain/payments/choose-provider.ts'
import type { RefundRequest, SessionRequest, Surface } from '../../../../server/domain/payments/provider.ts'
import { StartError } from '../../../../server/runtime/start-error.ts'
import { startAlipay } from '../../../nightly/running/alipay-stand-in.ts'

const alipay = {} as Awaited<ReturnType<typeof startAlipay>>
beforeAll(async () => void Object.assign(alipay, await startAlipay()))
afterAll(() => alipay.stop?.())
beforeEach(() => {
  Object.assign(alipay.trouble, { refunds: 'none', answers: 'none' })
  alipay.trades.clear()
  alipay.refunds.clear()
  alipay.requests.length = 0
})

const now = () => new Date('2026-11-21T18:00:00.000Z')
const provider = (changes: Partial<(typeof alipay)['settings']> = {}) =>
  createAlipayProvider({ ...alipay.settings, ...changes, gateway: alipay.gateway }, now)

const request: SessionRequest = {
  sessionId: 'abc123',
  amount: { amount: 9805, currency: 'CNY' },
  orderNumber: 'HF 2611 0482',
  subject: 'Testbags HF 2611 0482',
  locale: 'zh-CN',
  returnUrl: '/payment/session-status?sessionId=abc123',
  cancelUrl: '/payment/checkout/p1',
  origin: 'https://handsfree.example',
  expiresAt: new Date('2026-11-21T18:30:00.000Z'),
  surface: 'pc',
  clientIp: '203.0.113.7',
  methods: [],
}

const open = async (changes: Partial<SessionRequest> = {}) => {
  const { redirectUrl } = await provider().openSession({ ...request, ...changes })
  return alipay.visit(redirectUrl)
}

test('opens a signed page of Alipay’s cashier on a computer, in yuan and Beijing time', async () => {
  const { reference, redirectUrl } = await provider().openSession(request)
  expect([reference, new URL(redirectUrl).origin]).toEqual(['abc123', alipay.url])
  expect(alipay.visit(redirectUrl)).toBe('abc123')
  expect(alipay.requests).toMatchObject([
    {
      method: 'alipay.trade.page.pay',
      fields: {
        sign_type: 'RSA2',
        timestamp: '2026-11-22 02:00:00',
        notify_url: 'https://handsfree.example/api/payments/webhook/alipay',
        return_url: 'https://handsfree.example/payment/session-status?sessionId=abc123',
      },
      content: {
        out_trade_no: 'abc123',
        total_amount: '98.05',
        subject: 'Testbags HF 2611 0482',
        product_code: 'FAST_INSTANT_TRADE_PAY',
        time_expire: '2026-11-22 02:30:00',
      },
    },
  ])
})

test('opens the app’s page on a phone, and returns to the checkout from it', async () => {
  expect(await open({ surface: 'phone' })).toBe('abc123')
  expect(alipay.requests).toMatchObject([
    {
      method: 'alipay.trade.wap.pay',
      content: {
        product_code: 'QUICK_WAP_WAY',
        quit_url: 'https://handsfree.example/payment/checkout/p1',
      },
    },
  ])
})

test('opens no page inside WeChat or for other currencies', async () => {
  await expect(open({ surface: 'wechat' })).rejects.toThrow('WeChat’s browser blocks')
  await expect(open({ amount: { amount: 100, currency: 'USD' } })).rejects.toThrow('takes CNY only')
})

test.each<[number, string]>([
  [1, '0.01'],
  [10, '0.10'],
  [9800, '98.00'],
  [123456789, '1234567.89'],
])('converts %i fen to %s yuan and back', async (amount, yuan) => {
  await open({ amount: { amount, currency: 'CNY' } })
  expect(alipay.trades.get('abc123')?.amount).toBe(yuan)
  expect((await provider().sessionState('abc123')).amount).toEqual({ amount, currency: 'CNY' })
})

test('reads an unvisited, an open, a paid, a closed and a fully refunded trade', async () => {
  const state = async () => (await provider().sessionState('abc123')).outcome
  expect(await state()).toBe('unopened')
  await open()
  expect(await state()).toBe('open')
  expect(await provider().endSession('abc123')).toEqual({ outcome: 'expired', amount: null })
  expect(await state()).toBe('expired')
  alipay.pay('abc123')
  expect(await state()).toBe('paid')
  Object.assign(alipay.trades.get('abc123') ?? {}, { status: 'TRADE_CLOSED' })
  expect(await state()).toBe('paid')
})

test('ends an unvisited page, but not a paid one', async () => {
  expect(await provider().endSession('abc123')).toEqual({ outcome: 'expired', amount: null })
  await open()
  alipay.pay('abc123')
  expect(await provider().endSession('abc123')).toEqual({ outcome: 'paid', amount: request.amount })
})

const refund = (changes: Partial<RefundRequest> = {}): RefundRequest => ({
  refundId: 'r1',
  attempt: 0,
  isRepeated: false,
  reference: 'abc123',
  amount: { amount: 4905, currency: 'CNY' },
  ...changes,
})

test('refunds once per attempt, and finds the refund afterwards', async () => {
  await open()
  alipay.pay('abc123')
  expect(await provider().refundState(refund())).toBeNull()
  for (const isRepeated of [false, true])
    expect(await provider().refund(refund({ isRepeated }))).toEqual({ outcome: 'refunded', reason: null })
  expect(await provider().refund(refund({ attempt: 2, amount: { amount: 1, currency: 'CNY' } }))).toEqual({
    outcome: 'refunded',
    reason: null,
  })
  expect(await provider().refundState(refund())).toEqual({ outcome: 'refunded', reason: null })
  expect([...alipay.refunds].map(([number, { amount }]) => [number, amount])).toEqual([
    ['r1', '49.05'],
    ['r1-2', '0.01'],
  ])
})

test('reports a refused refund as failed, and one that a bank processes as accepted', async () => {
  await open()
  alipay.pay('abc123')
  alipay.trouble.refunds = 'fail'
  expect(await provider().refund(refund())).toEqual({
    outcome: 'failed',
    reason: 'ACQ.SELLER_BALANCE_NOT_ENOUGH: the balance is too low',
  })
  alipay.trouble.refunds = 'wait'
  const accepted = { outcome: 'accepted', reason: null }
  expect([await provider().refund(refund()), await provider().refundState(refund())]).toEqual([
    accepted,
    accepted,
  ])
})

test('throws on a lost answer and on a forged one, without quoting the payer', async () => {
  await open()
  alipay.pay('abc123')
  alipay.trouble.refunds = 'lose'
  await expect(provider().refund(refund())).rejects.toThrow('Alipay doesn’t respond')
  alipay.trouble.answers = 'forged'
  await expect(provider().sessionState('abc123')).rejects.toThrow(
    /^Alipay’s answer to alipay.trade.query has no valid signature$/,
  )
})

const stranger = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
})

test('refuses to start with keys or an app that Alipay rejects, and only warns when it doesn’t respond', async () => {
  const startWith = async (changes: object, gateway = alipay.gateway) => {
    const warnings: string[] = []
    const keyed = createAlipayProvider({ ...alipay.settings, ...changes, gateway }, now)
    const said = await checkProviderKey(keyed, (line) => warnings.push(line))
      .then(() => 'starts')
      .catch((error: unknown) => (error instanceof StartError ? error.message : String(error)))
    return [said, ...warnings]
  }
  expect(await startWith({})).toEqual(['starts'])
  expect(await startWith({ appId: '2021000000000009' })).toEqual([
    'Invalid ALIPAY_PRIVATE_KEY: Alipay rejects it (isv.invalid-app-id); check it, ALIPAY_APP_ID and the app’s products in Alipay’s console.',
  ])
  expect(await startWith({ privateKey: stranger.privateKey })).toEqual([
    expect.stringContaining('Alipay rejects it (isv.invalid-signature)'),
  ])
  expect(await startWith({ publicKey: stranger.publicKey })).toEqual([
    'Invalid ALIPAY_PRIVATE_KEY: Alipay accepts it, but ALIPAY_PUBLIC_KEY doesn’t verify the answer; copy Alipay’s public key, not the app’s.',
  ])
  expect(await startWith({}, 'http://127.0.0.1:9/gateway.do')).toEqual([
    'starts',
    expect.stringContaining('Alipay doesn’t respond, so ALIPAY_PRIVATE_KEY wasn’t checked: '),
  ])
})

test.each<[string | undefined, Surface]>([
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) MicroMessenger/8.0.50', 'wechat'],
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64) WindowsWechat MicroMessenger/3.9', 'wechat'],
  ['Mozilla/5.0 (Linux; Android 15; V2309A) Chrome/130.0 Mobile Safari/537.36', 'phone'],
  ['Mozilla/5.0 (Phone; OpenHarmony 5.0) ArkWeb/4.1 Mobile', 'phone'],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Safari/605.1.15', 'pc'],
  [undefined, 'pc'],
])('reads the surface of %s as %s', (userAgent, surface) => {
  expect(surfaceOf(userAgent)).toBe(surface)
})
