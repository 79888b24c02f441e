import {
  changeOrder,
  listNotifications,
  operatorArriveAtPickup,
  operatorGetOrder,
  operatorListOperations,
  operatorListOrders,
  operatorPickUp,
  operatorReport,
  operatorResolve,
  operatorReview,
  operatorViews,
  previewCancellation,
} from '@handsfree/core/contract'
import { eq, inArray, isNotNull } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { orders } from '../../../server/domain/orders/orders.table.ts'
import { textMessages } from '../../../server/domain/texts/text-messages.table.ts'
import { runMissedPickups } from '../../../server/flows/missed-pickups.ts'
import { newKey } from '../harness.ts'
import { assign, newBags, operate, operatorToken, pickupTime } from '../trip.ts'
import { useServer, useTraveller } from '../use-server.ts'

const minute = 60_000
const hour = 60 * minute
/** Ten minutes after the pickup slot, which starts on Sunday at 14:00 in Shanghai and takes 30 minutes. */
const missed = Date.parse(pickupTime) + 40 * minute

const server = useServer()
const ada = useTraveller(server)
beforeEach(() => server.clock.set('2026-11-21T02:00:00.000Z'))

const until = (time: number) => server.clock.set(new Date(time))
const exceptions = async () => {
  const query = { view: String(operatorViews.exception) }
  const { result } = await server.call(operatorListOrders, { query, token: operatorToken })
  return result.list.map(({ orderId, exception }) => [orderId, exception?.reason])
}
const assigned = async () => {
  const order = await ada.paidOrder()
  await operate(server, operatorReview, order.orderId, { result: 'pass' })
  await assign(server, order.orderId)
  return order
}
const toldOf = async (orderId: string) => {
  const { result } = await server.call(listNotifications, { query: { pageSize: '50' }, token: ada.token })
  return result.list
    .map(({ content, isPopup, isRead }) => ({ facts: JSON.parse(content), isPopup, isRead }))
    .filter(({ facts }) => facts.orderId === orderId && facts.change === 'pickupMissed')
    .map(({ isPopup, isRead }) => ({ isPopup, isRead }))
}
const reason = 'nobody has picked up 40 minutes after the pickup time'

test('lists a missed pickup once in the operator’s exceptions, with two instances', async () => {
  const { orderId } = await assigned()
  until(missed - 1)
  await runMissedPickups(server.services)
  expect(await exceptions()).toEqual([])

  until(missed)
  server.hints.length = 0
  await Promise.all([runMissedPickups(server.services), runMissedPickups(server.services)])
  expect(await exceptions()).toEqual([[orderId, reason]])
  expect(await toldOf(orderId)).toEqual([{ isPopup: 1, isRead: 0 }])
  expect(server.hints).toEqual([
    { kind: 'unread', uin: ada.uin },
    { kind: 'order', uin: ada.uin, orderId },
  ])
  const log = await server.call(operatorListOperations, { params: { orderId }, token: operatorToken })
  expect(log.result.at(-1)).toEqual({
    operationId: expect.any(String),
    action: 601,
    logType: 5,
    actor: 'system',
    details: { reason },
    time: new Date(missed).toISOString(),
    happenedAt: null,
  })

  // A settled report isn't repeated.
  await operate(server, operatorResolve, orderId, { result: 'ignore' })
  until(missed + 24 * hour)
  await runMissedPickups(server.services)
  expect(await exceptions()).toEqual([])
  expect(await toldOf(orderId)).toHaveLength(1)
  await ada.cancel(orderId)
})

test('lets the traveller cancel a missed pickup for a full refund', async () => {
  const { orderId } = await assigned()
  until(missed - 1)
  expect((await ada.cancel(orderId)).code).toBe(5006)
  expect((await ada.read(orderId)).actions).toEqual([])

  until(missed)
  await runMissedPickups(server.services)
  expect((await ada.read(orderId)).actions).toEqual(['order.cancel'])
  const given = { params: { orderId }, token: ada.token }
  expect((await server.call(previewCancellation, given)).result).toEqual({
    refund: { amount: 9800, currency: 'CNY' },
    refundHours: 72,
    freeCancellationUntil: '2026-11-22T02:00:00.000Z',
  })
  const { status, promises, refunds, actions } = (await ada.cancel(orderId)).result
  expect({
    status,
    back: promises.refundBy,
    amounts: refunds.map(({ amount }) => amount.amount),
    actions,
  }).toEqual({
    status: 'refunding',
    back: new Date(missed + 72 * hour).toISOString(),
    amounts: [9800],
    actions: [],
  })
  expect(await exceptions()).toEqual([])
  expect(await toldOf(orderId)).toEqual([{ isPopup: 0, isRead: 1 }])
})

test('reports an order that is still unreviewed after its pickup time', async () => {
  const { orderId } = await ada.paidOrder()
  until(missed)
  await runMissedPickups(server.services)
  expect(await exceptions()).toEqual([[orderId, reason]])
  expect((await ada.cancel(orderId)).result.status).toBe('refunding')
})

test('closes the popup when bags are picked up late, and refuses cancellation afterwards', async () => {
  const { orderId } = await assigned()
  until(missed)
  await runMissedPickups(server.services)
  expect((await operate(server, operatorPickUp, orderId, { bags: newBags(2) })).code).toBe(0)
  expect(await toldOf(orderId)).toEqual([{ isPopup: 0, isRead: 1 }])
  expect((await ada.cancel(orderId)).code).toBe(5006)
  expect((await exceptions()).map(([id]) => id)).not.toContain(orderId)
})

test('ends a missed pickup when a courier arrives, and reports it again if they leave without bags', async () => {
  const { orderId } = await assigned()
  until(missed)
  await runMissedPickups(server.services)
  await operate(server, operatorArriveAtPickup, orderId)
  expect(await toldOf(orderId)).toEqual([{ isPopup: 0, isRead: 1 }])
  expect(await exceptions()).toEqual([])
  const { actions, promises, courierArrivedTime } = await ada.read(orderId)
  expect({ actions, courierArrivedTime, from: promises.pickupMissedFrom }).toEqual({
    actions: [],
    courierArrivedTime: new Date(missed).toISOString(),
    from: new Date(missed + 40 * minute).toISOString(),
  })
  expect((await ada.cancel(orderId)).code).toBe(5006)

  until(missed + 40 * minute)
  await runMissedPickups(server.services)
  expect(await toldOf(orderId)).toEqual([
    { isPopup: 1, isRead: 0 },
    { isPopup: 0, isRead: 1 },
  ])
  expect((await ada.cancel(orderId)).result.status).toBe('refunding')
})

test('lists missed pickups first for operators, each once across pages', async () => {
  const older = await ada.paidOrder()
  const waiting = await ada.paidOrder()
  await server.services.db
    .update(orders)
    .set({ missedPickupTime: new Date(missed) })
    .where(eq(orders.orderId, waiting.orderId))
  const { result } = await server.call(operatorListOrders, { token: operatorToken })
  const ids = result.list.map(({ orderId }) => orderId)
  expect(ids.indexOf(waiting.orderId)).toBeLessThan(ids.indexOf(older.orderId))
  expect(ids.filter((orderId) => orderId === waiting.orderId)).toHaveLength(1)
  await ada.cancel(older.orderId)
  await ada.cancel(waiting.orderId)
})

test('sends one text message about a missed pickup, to the traveller only', async () => {
  const { orderId } = await assigned()
  until(missed)
  await runMissedPickups(server.services)
  const rows = await server.services.db.select().from(textMessages).where(eq(textMessages.orderId, orderId))
  expect(rows.map(({ kind }) => kind)).toEqual(['pickupMissed'])
  await ada.cancel(orderId)
})

test('shows the courier’s report instead of the missed pickup', async () => {
  const { orderId } = await assigned()
  until(missed - 40 * minute)
  await operate(server, operatorReport, orderId, { reason: 'The road is closed' })
  until(missed)
  await runMissedPickups(server.services)
  expect(await exceptions()).toEqual([[orderId, 'The road is closed']])
  await operate(server, operatorResolve, orderId, { result: 'ignore' })
  await runMissedPickups(server.services)
  expect(await exceptions()).toEqual([])
})

test('reports a missed pickup behind 20 locked orders, and those once they are unlocked', async () => {
  const { db } = server.services
  const { orderId } = await assigned()
  const [copied] = await db.select().from(orders).where(eq(orders.orderId, orderId))
  const locked = Array.from({ length: 20 }, (_, index) => `locked-${index}`)
  const earlier = new Date(copied!.pickupTime.getTime() - minute)
  await db.insert(orders).values(
    locked.map((id) => ({
      ...copied!,
      ...{ orderId: id, orderNumber: id, claimCode: id, pickupTime: earlier },
      ...{ lock: 'locked' as const, exception: 'reported' as const, exceptionReason: 'A scratch' },
    })),
  )
  until(missed)
  await runMissedPickups(server.services)
  expect(await exceptions()).toContainEqual([orderId, reason])
  await db.update(orders).set({ lock: 'unlocked' }).where(eq(orders.orderId, 'locked-7'))
  await runMissedPickups(server.services)
  const waiting = await db.select().from(orders).where(isNotNull(orders.missedPickupTime))
  expect(waiting.map((order) => order.orderId)).toContain('locked-7')
  await db
    .update(orders)
    .set({ closing: 'closed', exception: 'none' })
    .where(inArray(orders.orderId, [orderId, ...locked]))
})

test('ends the report of a missed pickup when the traveller moves the pickup, but no other report', async () => {
  const facts = { pickupTime: '2026-11-22T18:00:00+08:00', deliveryTime: '2026-11-22T22:00:00+08:00' }
  const move = (orderId: string) =>
    server.call(changeOrder, {
      params: { orderId },
      body: { facts, difference: 0 },
      token: ada.token,
      idempotencyKey: newKey(),
    })
  const { orderId } = await assigned()
  until(missed)
  await runMissedPickups(server.services)
  expect(await exceptions()).toContainEqual([orderId, reason])
  expect((await move(orderId)).code).toBe(0)
  expect((await exceptions()).map(([id]) => id)).not.toContain(orderId)
  // An employee's report remains, even about a missed pickup.
  until(missed + 4 * hour)
  await runMissedPickups(server.services)
  await operate(server, operatorReport, orderId, { reason: 'Nobody is at the desk' })
  const later = { pickupTime: '2026-11-23T14:00:00+08:00', deliveryTime: '2026-11-23T18:00:00+08:00' }
  const moved = await server.call(changeOrder, {
    params: { orderId },
    body: { facts: later, difference: 0 },
    token: ada.token,
    idempotencyKey: newKey(),
  })
  expect(moved.code).toBe(0)
  expect(await exceptions()).toContainEqual([orderId, 'Nobody is at the desk'])
  await server.services.db
    .update(orders)
    .set({ closing: 'closed', exception: 'none' })
    .where(eq(orders.orderId, orderId))
})

test('reports no unpaid, cancelled or picked-up order as missed, and offers no call for it', async () => {
  const unpaid = await ada.order()
  const cancelled = await ada.paidOrder()
  await ada.cancel(cancelled.orderId)
  const gone = await assigned()
  await operate(server, operatorPickUp, gone.orderId, { bags: newBags(2) })
  const waiting = await assigned()
  until(missed)
  const { result } = await operate(server, operatorGetOrder, waiting.orderId)
  expect(result.events).not.toContain('pickup.missed')
  expect(result.events).toContain('order.cancel')
  await runMissedPickups(server.services)
  const listed = (await exceptions()).map(([orderId]) => orderId)
  expect([unpaid, cancelled, gone].filter(({ orderId }) => listed.includes(orderId))).toEqual([])
  expect(listed).toContain(waiting.orderId)
})
