import type { Money, PaymentChoice } from '@handsfree/core/contract'
import { afterAll, beforeAll } from 'vitest'
import { createAlipayProvider } from '../../server/domain/payments/alipay.ts'
import type { PaymentProvider, RefundRequest } from '../../server/domain/payments/provider.ts'
import { createStripeProvider } from '../../server/domain/payments/stripe.ts'
import { createWechatPayProvider } from '../../server/domain/payments/wechat-pay.ts'
import { startAlipay } from '../nightly/running/alipay-stand-in.ts'
import { startStripe } from '../nightly/running/stripe-stand-in.ts'
import { startWechatPay } from '../nightly/running/wechat-pay-stand-in.ts'
import type { TestServer } from './harness.ts'

type Page = { sessionId: string; redirectUrl: string }

/** A stand-in in the words of all providers. Pages are opened like by a browser. Amounts in minor units. */
export type Desk = {
  provider: PaymentProvider
  isOpen(page: Page): boolean
  /** Takes money on an open page without a notification. Returns a function that sends it. */
  take(page: Page, money?: Partial<Money>): () => Promise<number>
  /** Sends the notification of a failed try, if the provider has one. The page stays open. */
  fail(page: Page): Promise<unknown>
  /** Sends the notification of a refund. */
  tellRefund(request: RefundRequest): Promise<unknown>
  /** The payer complains at the provider, or the complaint is over. Undefined for Stripe. */
  complain?(page: Page, isOver: boolean): void
  complaints?: object[]
  /** Money taken and not refunded. */
  balance(page: Page): number
}

const keys = { secretKey: 'sk_test_nobody', webhookSecret: 'whsec_of_the_tests' }

async function startStripeDesk(webhook: (name: string) => string) {
  const stripe = await startStripe(keys)
  const { hostname: host, port } = new URL(stripe.url)
  const session = ({ redirectUrl }: Page) => stripe.sessions.get(redirectUrl.split('/').at(-1) ?? '')!
  const desk: Desk = {
    provider: createStripeProvider(keys, { host, port, protocol: 'http' }),
    isOpen: (page) => session(page).status === 'open',
    take(page, { amount, currency } = {}) {
      const paid = Object.assign(session(page), {
        status: 'complete',
        payment_status: 'paid',
        ...(amount === undefined ? {} : { amount_total: amount }),
        ...(currency === undefined ? {} : { currency: currency.toLowerCase() }),
      })
      return () => stripe.tell(webhook('stripe'), 'checkout.session.completed', paid)
    },
    fail: (page) => stripe.tell(webhook('stripe'), 'checkout.session.async_payment_failed', session(page)),
    tellRefund: async ({ refundId }) => {
      const refund = [...stripe.refunds.values()].find(
        ({ metadata }) => (metadata as { refundId?: string }).refundId === refundId,
      )
      if (refund) await stripe.tell(webhook('stripe'), 'refund.updated', refund)
    },
    balance(page) {
      const { payment_status, amount_total, payment_intent } = session(page)
      const refunds = [...stripe.refunds.values()].filter((one) => one.payment_intent === payment_intent)
      const taken = payment_status === 'paid' ? Number(amount_total) : 0
      return refunds.reduce((left, { amount }) => left - Number(amount), taken)
    },
  }
  return { desk, stop: stripe.stop }
}

const cents = (yuan: string) => Math.round(Number(yuan) * 100)

async function startAlipayDesk(webhook: (name: string) => string, now: () => Date) {
  const alipay = await startAlipay()
  const trade = ({ redirectUrl }: Page) => alipay.trades.get(alipay.visit(redirectUrl))!
  const desk: Desk = {
    provider: createAlipayProvider({ ...alipay.settings, gateway: alipay.gateway }, now),
    isOpen: (page) => trade(page).status === 'WAIT_BUYER_PAY',
    take(page, { amount } = {}) {
      if (amount !== undefined) trade(page).amount = (amount / 100).toFixed(2)
      const notification = alipay.pay(trade(page).outTradeNo)
      return async () => Number((await alipay.notify(webhook('alipay'), notification)).slice(0, 3))
    },
    fail: async () => {},
    async tellRefund({ refundId, reference }) {
      const refunded = { gmt_refund: '2026-11-21 10:05:00.000', out_biz_no: refundId }
      const closed = alipay.notificationOf(alipay.trades.get(reference)!)
      await alipay.notify(webhook('alipay'), { ...closed, ...refunded })
    },
    complaints: alipay.complaints,
    complain: (page, isOver) =>
      alipay.complain(trade(page).outTradeNo, isOver ? 'FINISHED' : 'MERCHANT_PROCESSING'),
    balance(page) {
      const { outTradeNo, amount, paidTime } = trade(page)
      const refunds = [...alipay.refunds.values()].filter((one) => one.outTradeNo === outTradeNo)
      return refunds.reduce((left, one) => left - cents(one.amount), paidTime ? cents(amount) : 0)
    },
  }
  return { desk, stop: alipay.stop }
}

async function startWechatPayDesk(
  webhook: (name: string) => string,
  services: Pick<TestServer['services'], 'now' | 'random'>,
) {
  const wechat = await startWechatPay(services.now)
  const order = ({ sessionId }: Page) => wechat.orders.get(sessionId)!
  wechat.trouble.refundStatus = 'SUCCESS'
  const desk: Desk = {
    provider: createWechatPayProvider(wechat.settings, services, 'https://handsfree.example'),
    isOpen: (page) => order(page).trade_state === 'NOTPAY',
    take(page, { amount, currency } = {}) {
      if (amount !== undefined) order(page).amount.total = amount
      if (currency !== undefined) order(page).amount.currency = currency
      const notice = wechat.payment(page.sessionId)
      return () => wechat.tell(webhook('wechat_pay'), notice)
    },
    fail: async () => {},
    tellRefund: ({ refundId }) => wechat.endRefund(refundId, 'SUCCESS', webhook('wechat_pay')),
    complaints: wechat.complaints,
    complain: ({ sessionId }, isOver) => wechat.complain(sessionId, isOver ? 'PROCESSED' : 'PENDING'),
    balance(page) {
      const { trade_state, amount, refunded } = order(page)
      return ['SUCCESS', 'REFUND'].includes(trade_state) ? amount.total - refunded : 0
    },
  }
  return { desk, stop: wechat.stop }
}

/** Stripe, Alipay and WeChat Pay by their stand-ins, each for its method. The server must listen. */
export function useProviders(server: TestServer): Record<PaymentChoice, Desk> {
  const desks = {} as Record<PaymentChoice, Desk>
  const stops: (() => Promise<void>)[] = []
  beforeAll(async () => {
    const webhook = (name: string) => `http://127.0.0.1:${server.port}/api/payments/webhook/${name}`
    const now = () => server.services.now()
    const card = await startStripeDesk(webhook)
    const alipay = await startAlipayDesk(webhook, now)
    const wechatPay = await startWechatPayDesk(webhook, { now, random: server.services.random })
    Object.assign(desks, { card: card.desk, alipay: alipay.desk, wechat_pay: wechatPay.desk })
    stops.push(card.stop, alipay.stop, wechatPay.stop)
    const providers = Object.values(desks).map(({ provider }) => provider)
    server.services.providers = {
      current: card.desk.provider,
      byName: (name) => providers.find((one) => one.name === name) ?? null,
    }
  })
  afterAll(async () => {
    for (const stop of stops) await stop()
  })
  return desks
}
