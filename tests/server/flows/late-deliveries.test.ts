import {
  changeOrder,
  countUnread,
  listEmployeeNotifications,
  listNotifications,
  operatorArriveAtDelivery,
  operatorArriveAtPickup,
  operatorListOperations,
  operatorListOrders,
  operatorPickUp,
  operatorReport,
  operatorResolve,
  operatorReview,
  operatorStartTransport,
  operatorViews,
} from '@handsfree/core/contract'
import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { orders } from '../../../server/domain/orders/orders.table.ts'
import { textMessages } from '../../../server/domain/texts/text-messages.table.ts'
import { runLateDeliveries } from '../../../server/flows/late-deliveries.ts'
import { sendDueTextMessages } from '../../../server/flows/send-text-messages.ts'
import { newKey } from '../harness.ts'
import { assign, courierToken, deliveryTime, newBags, operate, operatorToken, pickupTime } from '../trip.ts'
import { useServer, useTraveller } from '../use-server.ts'

const minute = 60_000
const promised = Date.parse(deliveryTime)
const reason = 'the bags are not at their destination 30 minutes after the promised time'
const hotel = 'demo-site-lakeside-garden-hotel-token'
const station = 'demo-site-hongqiao-railway-station-token'

const server = useServer()
const ada = useTraveller(server)
beforeEach(() => server.clock.set('2026-11-21T02:00:00.000Z'))

const at = (time: number) => server.clock.set(new Date(time))
const watch = () => runLateDeliveries(server.services)

const assigned = async () => {
  const { orderId } = await ada.paidOrder()
  await operate(server, operatorReview, orderId, { result: 'pass' })
  await assign(server, orderId)
  return orderId
}
/** An order whose bags were picked up on time and are on their way. */
const onTheWay = async () => {
  const orderId = await assigned()
  at(Date.parse(pickupTime))
  await operate(server, operatorArriveAtPickup, orderId)
  await operate(server, operatorPickUp, orderId, { bags: newBags(2) })
  await operate(server, operatorStartTransport, orderId)
  return orderId
}
const reportOf = async (orderId: string) => {
  const query = { view: String(operatorViews.exception) }
  const { result } = await server.call(operatorListOrders, { query, token: operatorToken })
  return result.list.find((order) => order.orderId === orderId)?.exception?.reason ?? null
}
/** The traveller's notifications about an order's late delivery, newest first. */
const newsOf = async (orderId: string) => {
  const { result } = await server.call(listNotifications, { query: { pageSize: '50' }, token: ada.token })
  return result.list.flatMap(({ type, content, isPopup, isRead }) => {
    const { orderId: about, change, due, refund } = JSON.parse(content)
    const isLate = about === orderId && /late/i.test(change ?? '')
    return isLate ? [{ type, change, money: (due ?? refund)?.amount, isPopup, isRead }] : []
  })
}
const unread = async () =>
  (await server.call(countUnread, { query: { types: ['7'] }, token: ada.token })).result
const employeeNews = async (token: string, orderId: string) => {
  const { result } = await server.call(listEmployeeNotifications, { query: { pageSize: '50' }, token })
  return result.list.flatMap(({ type, content }) => {
    const facts = JSON.parse(content)
    return facts.orderId === orderId && facts.isLate ? [type] : []
  })
}
const refundsOf = async (orderId: string) =>
  (await ada.read(orderId)).refunds.map(({ amount }) => amount.amount)
const close = (orderId: string) =>
  server.services.db
    .update(orders)
    .set({ closing: 'closed', exception: 'none', lock: 'unlocked' })
    .where(eq(orders.orderId, orderId))

test('reports late bags once to operators, both desks, the courier and the traveller', async () => {
  const orderId = await onTheWay()
  const before = await unread()
  at(promised + 30 * minute)
  await watch()
  expect([await reportOf(orderId), await newsOf(orderId)]).toEqual([null, []])

  at(promised + 30 * minute + 1)
  await Promise.all([watch(), watch()])
  expect(await reportOf(orderId)).toBe(reason)
  expect(await newsOf(orderId)).toEqual([
    { type: 7, change: 'deliveryLate', money: 9_80, isPopup: 1, isRead: 0 },
  ])
  expect((await unread()) - before).toBe(1)
  expect([
    await employeeNews(hotel, orderId),
    await employeeNews(station, orderId),
    await employeeNews(courierToken, orderId),
  ]).toEqual([[207], [207], [308]])
  const texts = await server.services.db.select().from(textMessages).where(eq(textMessages.orderId, orderId))
  expect(texts.map(({ kind }) => kind).filter((kind) => kind === 'deliveryLate')).toHaveLength(1)
  const log = await server.call(operatorListOperations, { params: { orderId }, token: operatorToken })
  expect(log.result.at(-1)).toMatchObject({ action: 601, actor: 'system', details: { reason } })
  expect(await refundsOf(orderId)).toEqual([])

  await operate(server, operatorResolve, orderId, { result: 'ignore' })
  at(promised + 40 * minute)
  await watch()
  expect([await reportOf(orderId), (await newsOf(orderId)).length]).toEqual([null, 1])
  await close(orderId)
})

test('ends the report and the popup when late bags arrive, and refunds the lateness', async () => {
  const orderId = await onTheWay()
  at(promised + 45 * minute)
  await watch()
  await operate(server, operatorArriveAtDelivery, orderId)
  expect(await reportOf(orderId)).toBe(null)
  expect(await newsOf(orderId)).toEqual([
    { type: 8, change: 'deliveredLate', money: 9_80, isPopup: 0, isRead: 0 },
    { type: 7, change: 'deliveryLate', money: 9_80, isPopup: 0, isRead: 1 },
  ])
  await watch()
  expect(await refundsOf(orderId)).toEqual([9_80])
})

test('refunds missing bags once after the last refund step, also if they arrive later', async () => {
  const orderId = await onTheWay()
  at(promised + 60 * minute)
  await watch()
  expect(await refundsOf(orderId)).toEqual([])
  at(promised + 60 * minute + 1)
  await Promise.all([watch(), watch()])
  expect(await refundsOf(orderId)).toEqual([19_60])
  expect((await ada.read(orderId)).promises.lateRefund).toEqual({ amount: 19_60, currency: 'CNY' })
  expect((await newsOf(orderId))[0]).toMatchObject({ type: 8, change: 'lateRefunded', money: 19_60 })
  at(promised + 300 * minute)
  await watch()
  await operate(server, operatorArriveAtDelivery, orderId)
  expect(await refundsOf(orderId)).toEqual([19_60])
})

test('refunds the last step by the order’s own price rule', async () => {
  const orderId = await onTheWay()
  const [row] = await server.services.db.select().from(orders).where(eq(orders.orderId, orderId))
  const lateRefund = { minutes: 10, percent: 5, moreMinutes: 90, morePercent: 50 }
  await server.services.db
    .update(orders)
    .set({ priceRule: { ...row!.priceRule, lateRefund } })
    .where(eq(orders.orderId, orderId))
  at(promised + 90 * minute)
  await watch()
  expect(await refundsOf(orderId)).toEqual([])
  at(promised + 90 * minute + 1)
  await watch()
  expect(await refundsOf(orderId)).toEqual([49_00])
  await close(orderId)
})

test('promises a refund by text only if the order’s price rule refunds the current delay', async () => {
  const promise = "We'll automatically refund part of what you paid."
  const textOf = async (
    lateRefund: { minutes: number; percent: number; moreMinutes: number; morePercent: number } | null,
  ) => {
    at(Date.parse('2026-11-21T02:00:00.000Z'))
    const orderId = await onTheWay()
    const [row] = await server.services.db.select().from(orders).where(eq(orders.orderId, orderId))
    await server.services.db
      .update(orders)
      .set({ priceRule: { ...row!.priceRule, lateRefund } })
      .where(eq(orders.orderId, orderId))
    at(promised + 31 * minute)
    await watch()
    await sendDueTextMessages(server.services)
    await close(orderId)
    return server.texts.splice(0).find(({ text }) => text.includes('late getting to'))?.text
  }
  expect(await textOf(null)).toContain(promise)
  expect(await textOf({ minutes: 60, percent: 10, moreMinutes: 90, morePercent: 20 })).not.toContain(promise)
})

test.each([
  ['before the promised time', -45],
  ['between the late steps', 45],
])('refunds the last step of an order that is closed without its bags %s', async (_, late) => {
  at(Date.parse('2026-11-21T02:00:00.000Z'))
  const orderId = await onTheWay()
  at(promised + late * minute)
  await watch()
  await operate(server, operatorReport, orderId, { reason: 'A van burned' })
  const decision = { result: 'closeOrder', reason: 'The bags are lost' } as const
  expect((await operate(server, operatorResolve, orderId, decision)).code).toBe(0)
  expect(await refundsOf(orderId)).toEqual([19_60])
  expect((await newsOf(orderId)).map(({ change }) => change)).toContain('lateRefunded')
})

test('extends the promised time while the courier waits for the traveller', async () => {
  const orderId = await assigned()
  at(Date.parse(pickupTime))
  await operate(server, operatorArriveAtPickup, orderId)
  at(promised + 120 * minute)
  await watch()
  expect([await newsOf(orderId), await refundsOf(orderId)]).toEqual([[], []])
  await operate(server, operatorPickUp, orderId, { bags: newBags(2) })
  // The promised time moves by the wait after the end of the pickup slot.
  const wait = promised + 120 * minute - Date.parse(pickupTime) - 30 * minute
  at(promised + wait + 30 * minute)
  await watch()
  expect(await newsOf(orderId)).toEqual([])
  at(promised + wait + 30 * minute + 1)
  await watch()
  expect(await newsOf(orderId)).toHaveLength(1)
  await close(orderId)
})

test('reports a late locked order once it is unlocked, and keeps an employee’s own report', async () => {
  const orderId = await onTheWay()
  await operate(server, operatorReport, orderId, { reason: 'The road is closed' })
  await operate(server, operatorResolve, orderId, { result: 'lockOrder', reason: 'We look into it' })
  at(promised + 61 * minute)
  await watch()
  expect(await refundsOf(orderId)).toEqual([19_60])
  expect((await newsOf(orderId)).map(({ change }) => change)).toEqual(['lateRefunded'])
  await operate(server, operatorResolve, orderId, { result: 'unlockOrder' })
  await watch()
  expect((await newsOf(orderId)).map(({ change }) => change)).toEqual(['deliveryLate', 'lateRefunded'])
  expect(await reportOf(orderId)).toBe('The road is closed')
  await close(orderId)
})

test('withdraws a late report when the traveller moves the delivery time', async () => {
  const orderId = await assigned()
  at(promised + 31 * minute)
  await watch()
  expect(await reportOf(orderId)).toBe(reason)
  const facts = { pickupTime: '2026-11-23T14:00:00+08:00', deliveryTime: '2026-11-23T18:00:00+08:00' }
  const moved = await server.call(changeOrder, {
    params: { orderId },
    body: { facts, difference: 0 },
    token: ada.token,
    idempotencyKey: newKey(),
  })
  expect(moved.code).toBe(0)
  expect(await reportOf(orderId)).toBe(null)
  expect((await newsOf(orderId)).map(({ isRead }) => isRead)).toEqual([1])
  at(Date.parse(facts.deliveryTime) + 31 * minute)
  await watch()
  expect(await reportOf(orderId)).toBe(reason)
  await close(orderId)
})

test('lists late deliveries first for operators', async () => {
  const older = await ada.paidOrder({
    pickupTime: '2026-11-24T14:00:00+08:00',
    deliveryTime: '2026-11-24T18:00:00+08:00',
  })
  const orderId = await onTheWay()
  at(promised + 31 * minute)
  await watch()
  const { result } = await server.call(operatorListOrders, { token: operatorToken })
  const ids = result.list.map((order) => order.orderId)
  expect(ids.indexOf(orderId)).toBeLessThan(ids.indexOf(older.orderId))
  expect(ids.filter((id) => id === orderId)).toHaveLength(1)
  await close(orderId)
  await ada.cancel(older.orderId)
})
