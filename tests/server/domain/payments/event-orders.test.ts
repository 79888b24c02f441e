import { type Money, openPaymentSession, type PaymentChoice } from '@handsfree/core/contract'
import { eq } from 'drizzle-orm'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { payments } from '../../../../server/domain/payments/payments.table.ts'
import type { PaymentProvider } from '../../../../server/domain/payments/provider.ts'
import { runDuePayments } from '../../../../server/flows/due-payments.ts'
import { newTraveller } from '../../trip.ts'
import { type Desk, useProviders } from '../../use-providers.ts'
import { useServer } from '../../use-server.ts'

const server = useServer({}, { listens: true })
const desks = useProviders(server)

const minute = 60_000
const price = 9800
const otherMoney = [{ amount: 100 }, { currency: 'HKD' as const }]

type Step =
  | { type: 'open'; method: PaymentChoice }
  /** The payment's notification arrives before the provider's answer to the request for its page. */
  | { type: 'openLate'; method: PaymentChoice }
  | { type: 'take' | 'fail'; page: number }
  | { type: 'takeOther'; page: number; money: Partial<Money> }
  | { type: 'tell'; page: number }
  | { type: 'wait'; minutes: number }
  | { type: 'cancel' }

/** An opened page and what happened to it at its provider. */
type Visit = {
  desk: Desk
  page: { sessionId: string; redirectUrl: string }
  /** Held minor units that don't count: another amount, or the price in another currency. */
  mispaid: number
  tell: (() => Promise<number>) | null
}

const stepsOf = (methods: PaymentChoice[]) => {
  const method = fc.constantFrom(...methods)
  const page = fc.nat({ max: 2 })
  const step: fc.Arbitrary<Step> = fc.oneof(
    { weight: 3, arbitrary: fc.record({ type: fc.constant('open' as const), method }) },
    { weight: 1, arbitrary: fc.record({ type: fc.constant('openLate' as const), method }) },
    { weight: 4, arbitrary: fc.record({ type: fc.constant('take' as const), page }) },
    {
      weight: 1,
      arbitrary: fc.record({
        type: fc.constant('takeOther' as const),
        page,
        money: fc.constantFrom(...otherMoney),
      }),
    },
    { weight: 1, arbitrary: fc.record({ type: fc.constant('fail' as const), page }) },
    { weight: 4, arbitrary: fc.record({ type: fc.constant('tell' as const), page }) },
    {
      weight: 2,
      arbitrary: fc.record({ type: fc.constant('wait' as const), minutes: fc.constantFrom(1, 40) }),
    },
    { weight: 1, arbitrary: fc.constant<Step>({ type: 'cancel' }) },
  )
  return fc
    .array(step, { minLength: 3, maxLength: 10 })
    .map((steps): Step[] => [{ type: 'open', method: methods[0] ?? 'card' }, ...steps])
}

/** Pays on two pages, which few generated steps do. */
const twoPayments = (methods: PaymentChoice[]): Step[] => [
  { type: 'open', method: methods[0] ?? 'card' },
  { type: 'wait', minutes: 40 },
  { type: 'open', method: methods.at(-1) ?? 'card' },
  { type: 'take', page: 0 },
  { type: 'take', page: 1 },
  { type: 'tell', page: 1 },
]

const work = async (after = 0) => {
  server.clock.advance(after)
  // Reports sessions with another amount, which stay with an operator.
  await runDuePayments(server.services).catch(() => {})
}

/** Runs the work until this resolves with providers changed by `change`. */
async function withProviders(change: (desk: Desk) => Partial<PaymentProvider>, run: () => Promise<void>) {
  const { providers } = server.services
  const changed = Object.values(desks).map((desk) => ({ ...desk.provider, ...change(desk) }))
  server.services.providers = {
    current: changed.find(({ name }) => name === 'stripe')!,
    byName: (name) => changed.find((one) => one.name === name) ?? null,
  }
  await run().finally(() => {
    server.services.providers = providers
  })
}

async function play(steps: readonly Step[], tellsRefundsFirst: boolean) {
  server.clock.set('2026-11-21T02:00:00.000Z')
  // A traveller can have only a few open and cancelled orders.
  const ada = await newTraveller(server)
  const { orderId, paymentId } = await ada.order()
  const visits: Visit[] = []
  let isCancelled = false
  let hasFailed = false
  const open = async (method: PaymentChoice) => {
    const opened = await server.call(openPaymentSession, {
      token: ada.token,
      locale: 'zh-CN',
      params: { paymentId: paymentId! },
      body: { method },
    })
    if (opened.code !== 0) return
    const { sessionId, redirectUrl } = opened.result
    if (visits.some(({ page }) => page.sessionId === sessionId)) return
    visits.push({ desk: desks[method], page: { sessionId, redirectUrl }, mispaid: 0, tell: null })
  }
  /** Pays and notifies inside the request for the page. */
  const openLate = (method: PaymentChoice) =>
    withProviders(
      (desk) => ({
        async openSession(request) {
          const opened = await desk.provider.openSession(request)
          const page = { sessionId: request.sessionId, redirectUrl: opened.redirectUrl }
          const tell = desk.take(page)
          visits.push({ desk, page, mispaid: 0, tell })
          await tell()
          return opened
        },
      }),
      () => open(method),
    )
  const takeStep = async (step: Step) => {
    if (step.type === 'open') return open(step.method)
    if (step.type === 'openLate') return openLate(step.method)
    if (step.type === 'wait') return work(step.minutes * minute)
    if (step.type === 'cancel') {
      isCancelled ||= (await ada.cancel(orderId)).code === 0
      return
    }
    const visit = visits[step.page % visits.length]
    if (!visit) return
    const { desk, page } = visit
    if (step.type === 'tell') {
      await visit.tell?.()
      return
    }
    if (!desk.isOpen(page)) return
    if (step.type === 'fail') {
      hasFailed = true
      await desk.fail(page)
    } else {
      const money = step.type === 'takeOther' ? step.money : null
      // Alipay knows one currency.
      if (money?.currency && desk === desks.alipay) return
      visit.mispaid = money ? (money.amount ?? price) : 0
      visit.tell = desk.take(page, money ?? {})
    }
  }
  for (const step of steps) await takeStep(step)
  for (const { tell } of visits) await tell?.()
  const finish = async () => {
    for (let round = 0; round < 6; round++) await work(61 * minute)
  }
  if (!tellsRefundsFirst) await finish()
  else
    await withProviders(
      (desk) => ({
        async refund(request) {
          const answer = await desk.provider.refund(request)
          await desk.tellRefund(request)
          return answer
        },
      }),
      finish,
    )
  const [payment] = await server.services.db.select().from(payments).where(eq(payments.paymentId, paymentId!))
  const { status } = await ada.read(orderId)
  const pages = visits.map(({ desk, page, mispaid, tell }) => ({
    mispaid,
    isPaid: tell !== null && mispaid === 0,
    isCounted: page.sessionId === payment?.paidSessionId,
    balance: desk.balance(page),
  }))
  return { pages, status, isCancelled, hasFailed }
}

test.each<[string, PaymentChoice[]]>([
  ['Stripe', ['card']],
  ['Alipay', ['alipay']],
  ['WeChat Pay', ['wechat_pay']],
  ['all three', ['card', 'alipay', 'wechat_pay']],
])(
  'keeps exactly one payment, whatever the order of events at %s',
  async (_, methods) => {
    await fc.assert(
      fc.asyncProperty(stepsOf(methods), fc.boolean(), async (steps, tellsRefundsFirst) => {
        const { pages, status, isCancelled, hasFailed } = await play(steps, tellsRefundsFirst)
        const mispaid = pages.reduce((sum, page) => sum + page.mispaid, 0)
        const held = pages.reduce((sum, { balance }) => sum + balance, 0)
        const isPaid = !isCancelled && pages.some((page) => page.isPaid)
        // Operators decide about another amount or currency.
        expect(held).toBe((isPaid ? price : 0) + mispaid)
        expect(pages.filter((page) => page.isCounted && page.mispaid > 0)).toEqual([])
        if (isCancelled) expect(['cancelled', 'refund_completed']).toContain(status)
        else if (isPaid) expect(status).toBe('reviewing')
        // A failed try shows until the next one. Another can be paid.
        else expect(['pending_payment', ...(hasFailed ? ['payment_failed'] : [])]).toContain(status)
        const counted = pages.filter(({ isCounted }) => isCounted)
        if (isPaid) expect(counted).toMatchObject([{ isPaid: true, balance: price }])
      }),
      { numRuns: 8, examples: [[twoPayments(methods), false]] },
    )
  },
  120_000,
)
