import { expect, test } from 'vitest'
import { newTraveller } from '../trip.ts'
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
