import {
  answerQuestion,
  getLedger,
  operatorChange,
  operatorDecide,
  operatorListOperations,
} from '@handsfree/core/contract'
import { expect, test } from 'vitest'
import { buildServer } from '../../../server/api/app.ts'
import { createAutopilot } from '../../../server/flows/autopilot/autopilot.ts'
import { loseMessages } from '../../../server/flows/autopilot/lose-messages.ts'
import { serverJobs } from '../../../server/flows/server-jobs.ts'
import type { AutopilotMode } from '../../../server/runtime/settings/autopilot-modes.ts'
import type { TestServer } from '../../server/harness.ts'
import { operate, operatorToken } from '../../server/trip.ts'
import { useServer, useTraveller } from '../../server/use-server.ts'

const server = useServer({ autopilot: 'on' })
const ada = useTraveller(server)

/** Seconds before each step of the demo's courier and desk, and the order's status after it. */
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

/** Advances to each step's time: no change 1 ms before it, then the step. */
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

test('moves a paid order to the door in about two minutes, and then closes it', async () => {
  const { orderId, claimCode } = await ada.paidOrder()
  await follow(orderId, walk, createAutopilot(server.app, server.services))
  const toTheDoor = walk.slice(0, 10).reduce((sum, [seconds]) => sum + seconds, 0)
  expect(toTheDoor).toBe(117)
  const order = await ada.read(orderId)
  expect(order.claimCode).toBe(claimCode)
  expect(order.courier).toEqual({ name: '陈明 Chen Ming', phone: '+86 571 0000 0731', plate: '浙A·6K27Q' })
  expect(
    order.bags.map(({ photos, sealNumber }) => [photos.map(({ takenBy }) => takenBy), sealNumber]),
  ).toEqual([
    [['traveller', 'courier'], expect.stringMatching(/^\d{4}$/)],
    [['traveller', 'courier'], expect.stringMatching(/^\d{4}$/)],
  ])
  const [, photo] = order.bags[0]!.photos
  const { statusCode, headers } = await server.app.inject({ url: photo!.url })
  expect([statusCode, headers['content-type']]).toEqual([200, 'image/webp'])
  const ledger = await server.call(getLedger, { params: { orderId }, token: ada.token })
  expect(ledger.result.questions).toEqual([])
  const [seal] = order.bags.map(({ sealNumber }) => sealNumber)
  expect(
    ledger.result.bags[0]?.entries.map((look) => [
      look.stage,
      look.role,
      look.sealNumber,
      look.photos.length,
    ]),
  ).toEqual([
    ['order', 'traveller', null, 1],
    ['pickup', 'courier', seal, 1],
    ['delivery', 'courier', seal, 1],
    ['handOver', 'site', seal, 1],
  ])
  expect(ledger.result.bags.map(({ entries }) => entries.length)).toEqual([4, 4])
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

test('continues an order after a restart', async () => {
  const { orderId } = await ada.paidOrder()
  await follow(orderId, walk.slice(0, 5), createAutopilot(server.app, server.services))
  server.clock.advance(3000)
  const restarted = await buildServer(server.services)
  const turn = createAutopilot(restarted, server.services)
  await turn()
  expect((await ada.read(orderId)).lifecycle.transport).toBe('none')
  server.clock.advance(3000)
  await turn()
  expect((await ada.read(orderId)).lifecycle.transport).toBe('inProgress')
  await follow(orderId, walk.slice(6), turn)
  await restarted.close()
})

test('hands bags over once at an address without storage, with two autopilots running', async () => {
  const order = await ada.paidOrder({
    delivery: { kind: 'custom', regionId: 'shanghai', address: '1 Century Avenue', detail: '' },
  })
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

test('ignores unpaid and cancelled orders', async () => {
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

/** An autopilot with another mode on the same server. */
const withMode = (autopilot: AutopilotMode) => {
  const { app, services } = server
  return createAutopilot(app, { ...services, settings: { ...services.settings, autopilot } })
}

test('performs each step as the responsible employee', async () => {
  const { orderId } = await ada.paidOrder()
  const run = createAutopilot(server.app, server.services, { pace: 0 })
  for (let turn = 0; turn < 11; turn++) await run()
  const log = await server.call(operatorListOperations, { params: { orderId }, token: operatorToken })
  const actors = log.result.map(({ action, actor }) => [action, actor.replace('employee:', '')])
  const courier = 'courier-0731'
  const desk = 'site-hongqiao-railway-station'
  expect(actors.slice(2)).toEqual([
    [1, 'operator'],
    [5, 'operator'],
    [6, courier],
    [14, courier],
    [3, courier],
    [8, courier],
    [9, courier],
    [15, courier],
    [10, courier],
    [11, courier],
    [16, desk],
    [12, desk],
    [801, 'operator'],
    [4, desk],
    [23, desk],
    [25, 'operator'],
  ])
})

test('rejects the review with a reason and refunds later, in mode review-fails', async () => {
  const { orderId } = await ada.paidOrder()
  await follow(orderId, [[8, 'review_failed']], withMode('review-fails'))
  expect((await ada.read(orderId)).reviewFailure).toBe('One of the bags is larger than 32 inches.')
  await follow(orderId, [[5, 'refund_completed']], withMode('review-fails'))
})

test('counts one piece more, waits for the traveller and continues, in mode surcharge', async () => {
  const { orderId, pieces } = await ada.paidOrder()
  const turn = withMode('surcharge')
  await follow(orderId, [...walk.slice(0, 4), [6, 'pending_surcharge']], turn)
  expect((await ada.read(orderId)).pieces).toBe(pieces + 1)
  server.clock.advance(600_000)
  await turn()
  expect((await ada.read(orderId)).status).toBe('pending_surcharge')
  await ada.pay(orderId, 'supplementary')
  await follow(orderId, [[14, 'in_transit']], turn)
  expect((await ada.read(orderId)).bags).toHaveLength(pieces + 1)
})

test('counts again as the operator after the courier who counted has declined', async () => {
  const { orderId, pieces } = await ada.paidOrder()
  const turn = withMode('on')
  await follow(orderId, walk.slice(0, 2), turn)
  await operate(server, operatorChange, orderId, { pieces: pieces + 1 })
  await operate(server, operatorDecide, orderId, { result: 'reject', reason: 'no time' })
  const { result } = await server.call(getLedger, { params: { orderId }, token: ada.token })
  const questionId = result.questions[0]?.questionId ?? ''
  await server.call(answerQuestion, {
    params: { questionId },
    body: { answer: 'notRight' },
    token: ada.token,
  })
  await follow(orderId, [[10, 'review_pass']], turn)
  expect((await ada.read(orderId)).pieces).toBe(pieces)
})

test('takes five times as long for every step, in mode slow', async () => {
  const { orderId } = await ada.paidOrder()
  await follow(
    orderId,
    walk.slice(0, 5).map(([seconds, status]) => [seconds * 5, status]),
    withMode('slow'),
  )
})

test('sends no hint but still disconnects on sign-out, in mode lost-message', () => {
  const sent: string[] = []
  const realtime = loseMessages({
    check: async () => {},
    unreadChanged: () => sent.push('unread'),
    orderChanged: () => sent.push('order'),
    disconnect: (uin) => sent.push(`disconnect ${uin}`),
    employeeHint: () => sent.push('employee'),
    operatorsHint: () => sent.push('operators'),
    disconnectEmployee: (employeeId) => sent.push(`disconnect ${employeeId}`),
  })
  realtime.unreadChanged('u1')
  realtime.orderChanged('u1', 'o1')
  realtime.disconnect('u1')
  realtime.employeeHint('e1')
  realtime.operatorsHint('o1')
  realtime.disconnectEmployee('e1')
  expect(sent).toEqual(['disconnect u1', 'disconnect e1'])
})

test('runs in the demo only, and not when it is switched off', () => {
  const { app, services } = server
  const names = (settings: Partial<TestServer['services']['settings']>) =>
    serverJobs(app, { ...services, settings: { ...services.settings, ...settings } }).map(({ name }) => name)
  const stripe = { secretKey: 'sk_test_nobody', webhookSecret: 'whsec_nobody' }
  const always = [
    ...[
      'payments',
      'unpaid orders',
      'changes',
      'unanswered asks',
      'missed pickups',
      'late deliveries',
      'waiting bags',
      'claim clocks',
    ],
    ...[
      'uncollected bags',
      'handed orders',
      'prepared orders',
      'text messages',
      'prepared texts',
      'push messages',
    ],
    ...['sweep', 'removals'],
  ]
  expect(names({ autopilot: 'on' })).toEqual([...always, 'sandbox bank', 'autopilot'])
  expect(names({ autopilot: 'off' })).toEqual([...always, 'sandbox bank'])
  expect(names({ autopilot: 'off', demo: false, stripe })).toEqual(always)
  const mail = { send: async () => {} }
  expect(serverJobs(app, { ...services, mail }).map(({ name }) => name)).toContain('receipts')
})
