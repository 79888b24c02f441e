import { customerNotificationTypes, operatorReport, operatorResolve } from '@handsfree/core/contract'
import { expect, test } from 'vitest'
import { settleClaim } from '../../claim-steps.ts'
import { carryToDelivery, operate, runDue } from '../../trip.ts'
import { useNewTraveller, useServer } from '../../use-server.ts'

const server = useServer()
const ada = useNewTraveller(server)

/** A delivered order with this amount refunded for a claim. */
async function claimedOrder(amount: number) {
  const order = await ada.paidOrder()
  server.clock.set(order.pickupTime)
  await carryToDelivery(server, order)
  await settleClaim(server, ada, order.orderId, amount)
  await runDue(server)
  await runDue(server, 10_000)
  const { orderId, lifecycle, refunds } = await ada.read(order.orderId)
  expect([lifecycle.payment, refunds.map(({ doneTime }) => doneTime !== null)]).toEqual(['paid', [true]])
  return orderId
}

/** Cancels an order; returns its refunds and the notifications sent since. */
async function cancelOnReport(orderId: string) {
  const earlier = (await ada.notifications()).length
  await operate(server, operatorReport, orderId, { reason: 'A bag is gone' })
  const cancel = { result: 'cancelOrder', reason: 'A bag is gone' } as const
  expect((await operate(server, operatorResolve, orderId, cancel)).code).toBe(0)
  await runDue(server)
  await runDue(server, 10_000)
  const { lifecycle, refunds } = await ada.read(orderId)
  const notified = (await ada.notifications()).slice(earlier).flatMap(({ type, content }) => {
    const { refund, amount } = content as { refund?: { amount: number }; amount?: number }
    const isCancellation = 'by' in (content as object)
    if (isCancellation) return [refund?.amount ?? 'no refund']
    return type === customerNotificationTypes.refunded ? [amount] : []
  })
  return { payment: lifecycle.payment, back: refunds.map(({ amount }) => amount.amount), notified }
}

test('marks a cancelled order as refunded when claims have returned its full price', async () => {
  expect(await cancelOnReport(await claimedOrder(98_00))).toEqual({
    payment: 'refunded',
    back: [98_00],
    notified: ['no refund'],
  })
})

test('refunds the rest of the price when a claim has returned a part of it', async () => {
  expect(await cancelOnReport(await claimedOrder(30_00))).toEqual({
    payment: 'refunded',
    back: [30_00, 68_00],
    notified: [68_00, 68_00],
  })
})
