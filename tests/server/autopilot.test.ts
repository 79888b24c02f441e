import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildServer } from '../../server/app.ts'
import { createAutopilot } from '../../server/autopilot/autopilot.ts'
import { serverJobs } from '../../server/jobs/server-jobs.ts'
import { startServer, type TestServer } from './harness.ts'
import { newTraveller, type TestTraveller } from './trip.ts'

let server: TestServer
let ada: TestTraveller
beforeAll(async () => {
  server = await startServer()
  ada = await newTraveller(server)
})
afterAll(() => server.close())

/** Seconds that the demo's courier and desk take for each step, and what the order's status is after it. */
const walk: [number, string][] = [
  [8, 'review_pass'],
  [6, 'review_pass'],
  [2, 'pending_pickup'],
  [15, 'pending_pickup'],
  [14, 'in_transit'],
  [6, 'in_transit'],
  [30, 'arrived'],
  [6, 'pending_storage'],
  [10, 'delivered'],
  [20, 'handed'],
  [15, 'completed'],
]

/** Lets the time of each step come: nothing a millisecond before it, the step itself then. */
const follow = async (orderId: string, steps: typeof walk, turn: () => Promise<void>) => {
  for (const [seconds, status] of steps) {
    const before = await ada.read(orderId)
    server.clock.advance(seconds * 1000 - 1)
    await turn()
    expect((await ada.read(orderId)).updateTime).toBe(before.updateTime)
    server.clock.advance(1)
    await turn()
    const after = await ada.read(orderId)
    expect([after.status, Date.parse(after.updateTime) - Date.parse(before.updateTime)]).toEqual([
      status,
      seconds * 1000,
    ])
  }
}

test('a paid order walks to the door in about two minutes, and is closed a moment later', async () => {
  const { orderId, claimCode } = await ada.paidOrder()
  await follow(orderId, walk, createAutopilot(server.app, server.services))
  const toTheDoor = walk.slice(0, 10).reduce((sum, [seconds]) => sum + seconds, 0)
  expect(toTheDoor).toBe(117)
  const order = await ada.read(orderId)
  expect(order.claimCode).toBe(claimCode)
  expect(order.courier).toEqual({ name: 'Courier 0731', phone: '+86 571 0000 0731', plate: '浙A·6K27Q' })
  expect(
    order.bags.map(({ photos, sealNumber }) => [photos.map(({ takenBy }) => takenBy), sealNumber]),
  ).toEqual([
    [['traveller', 'courier'], expect.stringMatching(/^\d{4}$/)],
    [['traveller', 'courier'], expect.stringMatching(/^\d{4}$/)],
  ])
  const [, photo] = order.bags[0]!.photos
  const { statusCode, headers } = await server.app.inject({ url: photo!.url })
  expect([statusCode, headers['content-type']]).toEqual([200, 'image/webp'])
  const kinds = (await ada.trace(orderId)).map(({ type }) => type)
  expect(kinds).toEqual([
    'created',
    'reviewing',
    'review_passed',
    'updated',
    'courier_arrived_at_pickup_site',
    'picked_up',
    'transportation',
    'courier_arrived_at_delivery_site',
    'warehoused',
    'delivered',
  ])
})

test('a restart goes on in mid-order', async () => {
  const { orderId } = await ada.paidOrder()
  await follow(orderId, walk.slice(0, 5), createAutopilot(server.app, server.services))
  server.clock.advance(3000)
  const restarted = await buildServer(server.services)
  const turn = createAutopilot(restarted, server.services)
  await turn()
  expect((await ada.read(orderId)).regions.transport).toBe('none')
  server.clock.advance(3000)
  await turn()
  expect((await ada.read(orderId)).regions.transport).toBe('inProgress')
  await follow(orderId, walk.slice(6), turn)
  await restarted.close()
})

test('hands over at the door where nothing is stored, and two autopilots do no harm', async () => {
  const order = await ada.paidOrder({ delivery: { kind: 'custom', address: '1 Century Avenue', detail: '' } })
  const turns = [1, 2].map(() => createAutopilot(server.app, server.services, { pace: 0 }))
  for (let turn = 0; turn < 9; turn++) await Promise.all(turns.map((run) => run()))
  expect((await ada.read(order.orderId)).status).toBe('completed')
  const kinds = (await ada.trace(order.orderId)).map(({ type }) => type)
  expect(kinds.filter((kind) => kind === 'picked_up' || kind === 'delivered')).toEqual([
    'picked_up',
    'delivered',
  ])
  expect(kinds).not.toContain('warehoused')
})

test('leaves alone what is not paid, and what is cancelled', async () => {
  const unpaid = await ada.order()
  const cancelled = await ada.paidOrder()
  await ada.cancel(cancelled.orderId)
  const run = createAutopilot(server.app, server.services, { pace: 0 })
  await run()
  await run()
  expect([(await ada.read(unpaid.orderId)).status, (await ada.read(cancelled.orderId)).status]).toEqual([
    'pending_payment',
    'refunding',
  ])
})

test('flies in the demo only, and not when it is switched off', () => {
  const { app, services } = server
  const names = (settings: Partial<TestServer['services']['settings']>) =>
    serverJobs(app, { ...services, settings: { ...services.settings, ...settings } }).map(({ name }) => name)
  const stripe = { secretKey: 'sk_test_nobody', webhookSecret: 'whsec_nobody' }
  expect(names({ autopilot: true })).toEqual([
    'payments',
    'unpaid orders',
    'sweep',
    'sandbox bank',
    'autopilot',
  ])
  expect(names({ autopilot: false })).toEqual(['payments', 'unpaid orders', 'sweep', 'sandbox bank'])
  expect(names({ autopilot: false, demo: false, stripe })).toEqual(['payments', 'unpaid orders', 'sweep'])
})
