import {
  customerNotificationTypes,
  operatorCancel,
  operatorChooseReturn,
  operatorHand,
  operatorListClaims,
  operatorReport,
  operatorResolve,
  type ReturnChoice,
} from '@handsfree/core/contract'
import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { notifications } from '../../../../server/domain/notifications/notifications.table.ts'
import { orders } from '../../../../server/domain/orders/orders.table.ts'
import { payments, refunds } from '../../../../server/domain/payments/payments.table.ts'
import { settleClaim } from '../../claim-steps.ts'
import { returnsOf } from '../../return-steps.ts'
import { operate, operatorToken, useCard } from '../../trip.ts'
import { useServer, useTraveller } from '../../use-server.ts'

const server = useServer()
const ada = useTraveller(server)
beforeEach(() => server.clock.set('2026-11-21T02:00:00.000Z'))

const { stored, choose, step } = returnsOf(server, ada)
const fee = { amount: 30_00, currency: 'CNY' } as const
const back: ReturnChoice = { kind: 'back' }
const keep: ReturnChoice = { kind: 'keep' }

/** Refused bags in storage, of an order whose price rule has a fee. */
async function refused() {
  const order = await stored()
  const { db } = server.services
  const isThis = eq(orders.orderId, order.orderId)
  const [row] = await db.select().from(orders).where(isThis)
  const priceRule = { ...row!.priceRule, returnFee: fee.amount }
  await db.update(orders).set({ priceRule }).where(isThis)
  await step(order.orderId, { step: 'begin', reason: 'refused' })
  return order
}
/** The order's accounting: total, payments, refunds, bills and the fee's line. */
async function booksOf(orderId: string) {
  const { db } = server.services
  const { total, amountPaid, lines, returning, lifecycle } = await ada.read(orderId)
  const bills = await db.select().from(payments).where(eq(payments.orderId, orderId))
  const back = await db.select().from(refunds).where(eq(refunds.orderId, orderId))
  return {
    total: total.amount,
    paid: amountPaid.amount,
    payment: lifecycle.payment,
    line: lines.find(({ kind }) => kind === 'return')?.amount ?? 0,
    isDue: Boolean(returning?.paymentId),
    open: bills.filter(({ paidSessionId, droppedTime }) => !paidSessionId && !droppedTime).length,
    back: back.reduce((sum, { amount }) => sum + amount, 0),
  }
}
const own = { total: 98_00, paid: 98_00, payment: 'paid', line: 0, isDue: false, open: 0, back: 0 }
const due = { ...own, isDue: true, open: 1 }
const paid = { ...own, total: 128_00, paid: 128_00, line: 30_00 }
/** Notifications about the fee: amount, popup, and outcome. */
async function asksFor(orderId: string) {
  const { db } = server.services
  const all = await db.select().from(notifications).where(eq(notifications.uin, ada.uin))
  return all.flatMap(({ type, content: { orderId: of, source, amount, outcome = null }, isPopup }) =>
    type === customerNotificationTypes.pendingPayment && of === orderId && source === 'supplementary'
      ? [[amount, isPopup, outcome]]
      : [],
  )
}

test('bills the return fee once before a courier sets out', async () => {
  const { orderId, claimCode } = await refused()
  expect((await ada.read(orderId)).returning).toMatchObject({ fee, paymentId: null })
  expect(await booksOf(orderId)).toEqual(own)
  const chosen = (await choose(orderId, back)).result
  await choose(orderId, back)
  expect(chosen.returning?.paymentId).toBe(chosen.paymentId)
  expect([await booksOf(orderId), await asksFor(orderId)]).toEqual([due, [[30_00, false, null]]])
  expect(await step(orderId, { step: 'start' })).toBe(8004)
  const session = await ada.pay(orderId, 'supplementary')
  await useCard(server, session.redirectUrl, 'pays').catch(() => {})
  expect([await booksOf(orderId), await asksFor(orderId)]).toEqual([paid, [[30_00, false, 'paid']]])
  expect(await step(orderId, { step: 'start' })).toBe(0)
  expect(await step(orderId, { step: 'complete' })).toBe(0)
  expect((await operate(server, operatorHand, orderId, { claimCode })).code).toBe(0)
  expect(await booksOf(orderId)).toEqual(paid)
  const { payments: taken } = await ada.read(orderId)
  expect(taken.map(({ source, purpose }) => [source, purpose]).sort()).toEqual([
    ['normal', undefined],
    ['supplementary', 'return'],
  ])
})

test('drops the bill when the bags stay, refunds a paid fee, and bills a later return again', async () => {
  const { orderId } = await refused()
  await choose(orderId, back)
  const old = await ada.openSession(orderId, 'supplementary')
  await choose(orderId, keep)
  expect([await booksOf(orderId), await asksFor(orderId)]).toEqual([own, [[30_00, false, 'withdrawn']]])
  // The previous page was still open: its payment is refunded.
  await useCard(server, old.redirectUrl, 'pays')
  expect(await booksOf(orderId)).toEqual({ ...own, back: 30_00 })
  await choose(orderId, back)
  await ada.pay(orderId, 'supplementary')
  expect(await booksOf(orderId)).toEqual({ ...paid, back: 30_00 })
  // Another return for the same fee creates no second bill.
  await choose(orderId, { kind: 'address', delivery: { kind: 'site', siteId: 'pudong-airport-t2' } })
  expect(await booksOf(orderId)).toEqual({ ...paid, back: 30_00 })
  await choose(orderId, keep)
  expect(await booksOf(orderId)).toEqual({ ...own, back: 60_00 })
})

test('bills the fee again after a refund, and drops only the new bill', async () => {
  const { orderId } = await refused()
  await choose(orderId, back)
  await ada.pay(orderId, 'supplementary')
  await choose(orderId, keep)
  await choose(orderId, back)
  expect(await booksOf(orderId)).toEqual({ ...due, back: 30_00 })
  await choose(orderId, keep)
  const bills = await server.services.db.select().from(payments).where(eq(payments.orderId, orderId))
  const ends = bills.map(({ amount, paidSessionId, droppedTime }) => [
    amount,
    ...(paidSessionId ? ['paid'] : []),
    ...(droppedTime ? ['dropped'] : []),
  ])
  expect(ends.map(String).toSorted()).toEqual(['3000,dropped', '3000,paid', '9800,paid'])
})

test.each(['before', 'after'])(
  'refunds or drops the fee when the bags are collected after all, %s it was paid',
  async (when) => {
    const { orderId, claimCode } = await refused()
    await choose(orderId, back)
    if (when === 'after') await ada.pay(orderId, 'supplementary')
    expect((await operate(server, operatorHand, orderId, { claimCode })).code).toBe(0)
    expect(await booksOf(orderId)).toEqual({ ...own, back: when === 'after' ? 30_00 : 0 })
  },
)

test('excludes a refundable fee from the card refund of a claim', async () => {
  const { orderId } = await refused()
  await choose(orderId, back)
  await ada.pay(orderId, 'supplementary')
  await settleClaim(server, ada, orderId, 110_00)
  expect(await booksOf(orderId)).toEqual({ ...paid, back: 98_00 })
  const { list } = (await server.call(operatorListClaims, { token: operatorToken })).result
  expect(list.flatMap((claim) => (claim.orderId === orderId ? [claim.payoutDue.amount] : []))).toEqual([
    12_00,
  ])
  await choose(orderId, keep)
  expect(await booksOf(orderId)).toEqual({ ...own, back: 98_00 + 30_00 })
})

test('includes the fee of a started return in the card refund of a claim', async () => {
  const { orderId } = await refused()
  await choose(orderId, back)
  await ada.pay(orderId, 'supplementary')
  await step(orderId, { step: 'start' })
  await settleClaim(server, ada, orderId, 110_00)
  expect(await booksOf(orderId)).toEqual({ ...paid, back: 110_00 })
})

test('accepts payment of the fee on a locked order, and refunds everything on cancellation', async () => {
  const { orderId } = await refused()
  await choose(orderId, back)
  const { redirectUrl } = await ada.openSession(orderId, 'supplementary')
  await operate(server, operatorReport, orderId, { reason: 'a strap is torn' })
  await operate(server, operatorResolve, orderId, { result: 'lockOrder', reason: 'looking into it' })
  await useCard(server, redirectUrl, 'pays')
  expect(await booksOf(orderId)).toEqual(paid)
  expect(await step(orderId, { step: 'start' })).toBe(5009)
  await operate(server, operatorResolve, orderId, { result: 'cancelOrder', reason: 'lost' })
  expect(await booksOf(orderId)).toEqual({ ...paid, payment: 'refunding', back: 128_00 })
})

test('withdraws the fee of a cancelled order, and refunds a later payment', async () => {
  const { orderId } = await refused()
  await choose(orderId, back)
  const { redirectUrl } = await ada.openSession(orderId, 'supplementary')
  await operate(server, operatorResolve, orderId, { result: 'cancelOrder', reason: 'lost' })
  expect(await asksFor(orderId)).toEqual([[30_00, false, 'withdrawn']])
  await useCard(server, redirectUrl, 'pays')
  expect(await booksOf(orderId)).toEqual({ ...own, payment: 'refunding', back: 128_00 })
  expect((await operate(server, operatorCancel, orderId, { reason: 'again' })).code).not.toBe(0)
})

test('refunds the fee of a return that has not started when the order is closed on a report', async () => {
  const { orderId } = await refused()
  await choose(orderId, back)
  await ada.pay(orderId, 'supplementary')
  const closed = await operate(server, operatorResolve, orderId, {
    result: 'closeOrder',
    reason: 'collected',
  })
  expect(closed.code).toBe(0)
  expect(await booksOf(orderId)).toEqual({ ...own, back: 30_00 })
})

test('drops the bill of the fee when the order is closed on a report', async () => {
  const { orderId } = await refused()
  await choose(orderId, back)
  await operate(server, operatorResolve, orderId, { result: 'closeOrder', reason: 'collected' })
  expect([await booksOf(orderId), await asksFor(orderId)]).toEqual([own, [[30_00, false, 'withdrawn']]])
})

test('lets an operator choose a return for the traveller, with or without its fee', async () => {
  const { orderId } = await refused()
  const chooseFor = async (isFree: boolean) =>
    (await operate(server, operatorChooseReturn, orderId, { choice: back, isFree })).code
  expect(await chooseFor(false)).toBe(0)
  expect([await booksOf(orderId), await asksFor(orderId)]).toEqual([due, [[30_00, true, null]]])
  expect(await chooseFor(true)).toBe(0)
  expect([await booksOf(orderId), await asksFor(orderId)]).toEqual([own, [[30_00, false, 'withdrawn']]])
  expect((await ada.read(orderId)).returning?.fee?.amount).toBe(0)
  expect(await step(orderId, { step: 'start' })).toBe(0)
})
