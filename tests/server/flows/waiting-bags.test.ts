import { operatorHotelHand } from '@handsfree/core/contract'
import { expect, test } from 'vitest'
import { runWaitingBags } from '../../../server/flows/waiting-bags.ts'
import { carryToDelivery, newTraveller, operate, storeAtDelivery } from '../trip.ts'
import { useServer } from '../use-server.ts'

const hour = 3_600_000

const server = useServer()

/** An order whose bags have just been stored at the delivery site. */
async function warehoused() {
  const traveller = await newTraveller(server)
  const order = await traveller.paidOrder()
  await carryToDelivery(server, order)
  await storeAtDelivery(server, order)
  return { traveller, order: await traveller.read(order.orderId) }
}

const told = async ({ traveller }: Awaited<ReturnType<typeof warehoused>>) =>
  (await traveller.notifications()).filter(({ type }) => type === 7)

test('notifies a traveller once after bags have waited for 24 hours, with a hint', async () => {
  const waiting = await warehoused()
  const { orderId, orderNumber } = waiting.order
  server.clock.advance(24 * hour - 1)
  await runWaitingBags(server.services)
  expect(await told(waiting)).toEqual([])

  server.clock.advance(1)
  server.hints.length = 0
  await Promise.all([runWaitingBags(server.services), runWaitingBags(server.services)])
  await runWaitingBags(server.services)
  expect(await told(waiting)).toEqual([{ type: 7, content: { orderId, orderNumber, pieces: 2 } }])
  expect(server.hints).toEqual([{ kind: 'unread', uin: waiting.traveller.uin }])
})

test('sends nothing about bags that were collected in time', async () => {
  const waiting = await warehoused()
  const { orderId, claimCode } = waiting.order
  expect((await operate(server, operatorHotelHand, orderId, { claimCode })).code).toBe(0)
  server.clock.advance(25 * hour)
  await runWaitingBags(server.services)
  expect(await told(waiting)).toEqual([])
})
