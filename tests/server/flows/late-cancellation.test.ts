import { operatorArriveAtPickup, operatorReview } from '@handsfree/core/contract'
import { expect, test } from 'vitest'
import { assign, newTraveller, operate } from '../trip.ts'
import { useServer } from '../use-server.ts'

const server = useServer()
const minute = 60_000

/** An order that is placed two hours before its pickup, and paid at once. */
async function begin() {
  server.clock.set('2026-11-21T02:00:00.000Z')
  const traveller = await newTraveller(server)
  const order = await traveller.paidOrder({
    pickupTime: '2026-11-21T12:00:00+08:00',
    deliveryTime: '2026-11-21T18:00:00+08:00',
  })
  return { traveller, order }
}

test('cancels an order that was placed late for ten minutes after paying, with everything back', async () => {
  const { traveller, order } = await begin()
  expect(order.promises.freeCancellationUntil).toBe('2026-11-21T02:10:00.000Z')
  expect(order.actions).toContain('order.cancel')
  server.clock.advance(10 * minute)
  const { code, result } = await traveller.cancel(order.orderId)
  expect([code, result.lifecycle.payment]).toEqual([0, 'refunding'])
})

test('cancels it no more afterwards, nor once the courier has come, until nobody came', async () => {
  const { traveller, order } = await begin()
  server.clock.advance(10 * minute + 1)
  expect((await traveller.cancel(order.orderId)).code).toBe(5006)
  expect((await traveller.read(order.orderId)).actions).not.toContain('order.cancel')
  server.clock.set('2026-11-21T05:00:00.000Z')
  expect((await traveller.cancel(order.orderId)).code).toBe(0)

  const other = await begin()
  const { orderId } = other.order
  await operate(server, operatorReview, orderId, { result: 'pass' })
  await assign(server, orderId)
  server.clock.advance(minute)
  await operate(server, operatorArriveAtPickup, orderId)
  server.clock.advance(1)
  expect((await other.traveller.cancel(orderId)).code).toBe(5006)
})

test('counts the ten minutes from paying, however long ago the order was placed', async () => {
  server.clock.set('2026-11-21T02:00:00.000Z')
  const traveller = await newTraveller(server)
  const { orderId } = await traveller.order({
    pickupTime: '2026-11-21T12:00:00+08:00',
    deliveryTime: '2026-11-21T18:00:00+08:00',
  })
  server.clock.advance(9 * minute)
  await traveller.pay(orderId)
  const { promises } = await traveller.read(orderId)
  expect(promises.freeCancellationUntil).toBe('2026-11-21T02:19:00.000Z')
  server.clock.advance(10 * minute)
  expect((await traveller.cancel(orderId)).code).toBe(0)
})
