import { expect, test } from 'vitest'
import { newTraveller } from '../trip.ts'
import { useServer } from '../use-server.ts'

const server = useServer()
const minute = 60_000

/** Two hours before its pickup. */
test('cancels a late-placed order with a full refund until ten minutes after paying', async () => {
  server.clock.set('2026-11-21T02:00:00.000Z')
  const traveller = await newTraveller(server)
  const { orderId } = await traveller.order({
    pickupTime: '2026-11-21T12:00:00+08:00',
    deliveryTime: '2026-11-21T18:00:00+08:00',
  })
  server.clock.advance(9 * minute)
  await traveller.pay(orderId)
  const { promises, actions } = await traveller.read(orderId)
  expect(promises.freeCancellationUntil).toBe('2026-11-21T02:19:00.000Z')
  expect(actions).toContain('order.cancel')
  server.clock.advance(10 * minute)
  const { code, result } = await traveller.cancel(orderId)
  expect([code, result.lifecycle.payment]).toEqual([0, 'refunding'])
})
