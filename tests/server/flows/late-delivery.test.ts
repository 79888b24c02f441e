import { operatorReport, operatorResolve, customerNotificationTypes as types } from '@handsfree/core/contract'
import { beforeEach, expect, test } from 'vitest'
import { settleClaim } from '../claim-steps.ts'
import { carryToDelivery, deliveryTime, operate, pickupTime, runDue } from '../trip.ts'
import { useServer, useTraveller } from '../use-server.ts'

const minute = 60_000
const server = useServer()
const ada = useTraveller(server)
beforeEach(() => server.clock.set('2026-11-21T02:00:00.000Z'))

/** A paid order whose bags arrive this many minutes after the promised time. */
const delivered = async (late: number) => {
  server.clock.set('2026-11-21T02:00:00.000Z')
  const order = await ada.paidOrder()
  server.clock.set(new Date(Date.parse(deliveryTime) + late * minute))
  await carryToDelivery(server, order)
  return ada.read(order.orderId)
}
const lateOf = async (orderId: string) =>
  (await ada.trace(orderId)).filter(({ facts }) => facts.lateMinutes).map(({ facts }) => facts)

test('refunds 10 % once for bags that arrive 45 minutes late', async () => {
  // The whole trip is late, so the courier was also late at the pickup.
  const order = await delivered(45)
  const { orderId } = order
  const refund = { amount: 9_80, currency: 'CNY' }
  expect(order.promises.deliverBy).toBe(new Date(deliveryTime).toISOString())
  expect(order.promises.late).toEqual([
    { minutes: 30, percent: 10 },
    { minutes: 60, percent: 20 },
  ])
  expect(order.refunds.map(({ amount }) => amount)).toEqual([refund])
  expect(order.lifecycle.payment).toBe('paid')
  expect(await lateOf(orderId)).toEqual([{ lateMinutes: 45, refund }])
  expect(await ada.notifications()).toContainEqual({
    type: types.refunded,
    content: expect.objectContaining({ orderId, change: 'deliveredLate', minutes: 45, refund }),
  })
  await runDue(server, 10 * minute)
  await runDue(server, 10 * minute)
  expect((await ada.read(orderId)).refunds).toHaveLength(1)

  // A later cancellation refunds the rest, at most the amount paid.
  await operate(server, operatorReport, orderId, { reason: 'A bag is gone' })
  await operate(server, operatorResolve, orderId, { result: 'cancelOrder', reason: 'A bag is gone' })
  const { refunds } = await ada.read(orderId)
  expect(refunds.map(({ amount }) => amount.amount)).toEqual([9_80, 88_20])
})

test.each([
  [90_00, [90_00, 8_00]],
  [98_00, [98_00]],
])('limits the late refund to what a claim of %i has left, and announces no more', async (claimed, back) => {
  const order = await ada.paidOrder()
  server.clock.set(new Date(Date.parse(deliveryTime) + 61 * minute))
  await carryToDelivery(server, order, () => settleClaim(server, ada, order.orderId, claimed))
  const { orderId } = order
  const said = (await ada.notifications()).flatMap(({ content }) => {
    const { change, orderId: of, refund } = content as Record<string, unknown>
    return of === orderId && change === 'deliveredLate' ? [refund] : []
  })
  const refunds = back.slice(1).map((amount) => ({ amount, currency: 'CNY' }))
  const all = (await ada.read(orderId)).refunds.map(({ amount }) => amount.amount)
  expect(all.toSorted((one, other) => other - one)).toEqual(back)
  expect([said, (await lateOf(orderId)).map(({ refund }) => refund)]).toEqual([refunds, refunds])
})

test('shows where and when bags were last scanned, with a narrowing arrival window', async () => {
  const order = await ada.paidOrder()
  expect([order.currentAddress, order.scannedTime, order.arrivalFrom]).toEqual([
    'Lakeside Garden Hotel',
    null,
    // The earliest arrival by the route's travel time.
    new Date(deliveryTime).toISOString(),
  ])
  server.clock.set(new Date(pickupTime))
  await carryToDelivery(server, order)
  const there = await ada.read(order.orderId)
  expect([there.currentAddress, there.scannedTime, there.arrivedTime]).toEqual([
    'Hongqiao Railway Station',
    new Date(pickupTime).toISOString(),
    new Date(pickupTime).toISOString(),
  ])
})
