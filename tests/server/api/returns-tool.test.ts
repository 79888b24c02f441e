import { expect, test } from 'vitest'
import { runTool } from '../run-tool.ts'
import { carryToDelivery, newTraveller, pickupTime, storeAtDelivery } from '../trip.ts'
import { useServer } from '../use-server.ts'

const server = useServer({}, { listens: true })

const run = (player: string, ...args: string[]) => runTool(server, ...args, '--as', player)

test('takes bags that nobody takes to another place by hand, where its desk sees them', async () => {
  const ada = await newTraveller(server)
  const order = await ada.paidOrder()
  server.clock.set(pickupTime)
  await carryToDelivery(server, order)
  await storeAtDelivery(server, order)
  const { orderId } = order
  expect((await run('operator', 'return-to', orderId, 'back')).errors).toContain('nobody was asked where')
  expect((await run('courier:0731', 'return', orderId, 'refused')).out).toMatch(/return +refused · wait\n/)
  expect((await run('operator', 'return-to', orderId, 'place')).errors).toContain('--region is missing.')
  const chosen = await run('operator', 'return-to', orderId, 'place', '--site', 'pudong-airport-t2')
  expect(chosen.out).toMatch(/return +refused · wait · address · /)
  const desk = 'site:pudong-airport-t2'
  expect((await run(desk, 'list')).out).not.toContain(order.orderNumber)
  expect((await run('courier:0731', 'return', orderId, 'start')).out).toMatch(/return +refused · inProgress/)
  expect((await run(desk, 'list')).out).toContain(order.orderNumber)
  expect((await run('courier:0731', 'return', orderId, 'complete')).out).toMatch(
    /return +refused · completed/,
  )
  expect((await run(desk, 'hand', orderId, '--code', order.claimCode ?? '')).code).toBe(0)
})
