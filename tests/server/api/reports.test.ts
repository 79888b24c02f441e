import {
  cancelOrder,
  type Order,
  operatorArriveAtPickup,
  operatorAssign,
  operatorCancel,
  operatorChange,
  operatorChangeDestination,
  operatorClose,
  operatorDeleteReport,
  operatorGetOrder,
  operatorPickUp,
  operatorReport,
  operatorResolve,
  operatorReview,
  operatorStartTransport,
  operatorTransferApply,
  operatorUpdateReport,
  previewCancellation,
} from '@handsfree/core/contract'
import { expect, test } from 'vitest'
import { operatorActions } from '../operating.ts'
import { assign, courierChoice, courierToken, newBags, operate, otherCourier, runDue } from '../trip.ts'
import { useServer, useTraveller } from '../use-server.ts'

const server = useServer()
const ada = useTraveller(server)

const { run, expectCodes, readFull, log } = operatorActions(server)

const reported = async (): Promise<Order> => {
  const order = await ada.paidOrder()
  await run(order, operatorReview, { result: 'pass' })
  await assign(server, order.orderId)
  await run(order, operatorReport, { reason: 'A handle broke' })
  return order
}

test('blocks every action on a locked order until it is unlocked', async () => {
  const order = await reported()
  const start = (await log(order)).length
  const locked = await run(order, operatorResolve, { result: 'lockOrder', reason: 'We ask the courier' })
  expect([locked.lifecycle.lock, locked.events.filter((event) => !event.startsWith('exception.'))]).toEqual([
    'locked',
    [],
  ])
  const tagged = [
    { tagCode: 'LO-1', sealNumber: '1', photos: [] },
    { tagCode: 'LO-2', sealNumber: '2', photos: [] },
  ]
  await expectCodes(order, [
    [5009, operatorArriveAtPickup],
    [5009, operatorPickUp, { bags: tagged }],
    [5009, operatorChange, { pieces: 3 }],
    [5009, operatorAssign, courierChoice],
    [5009, operatorTransferApply, otherCourier],
    [5009, operatorChangeDestination, { delivery: { kind: 'site', siteId: 'pudong-airport-t2' } }],
    [5009, operatorCancel, { reason: 'The traveller rang up' }],
    [5009, operatorClose],
  ])
  const { orderId } = order
  for (const shape of [previewCancellation, cancelOrder]) {
    const params = { params: { orderId }, body: {}, token: ada.token }
    expect((await server.call(shape, params)).code).toBe(5009)
  }
  // The pickup was missed, but the job skips a locked order.
  const began = server.services.now()
  server.clock.set(new Date(Date.parse(order.pickupTime) + 2 * 3_600_000).toISOString())
  await runDue(server)
  server.clock.set(began)
  const seen = await ada.read(orderId)
  expect([seen.lifecycle.lock, seen.lifecycle.closing, seen.actions]).toEqual(['locked', 'open', []])

  await run(order, operatorUpdateReport, { reason: 'A handle broke off' })
  expect((await readFull(order)).exception?.reason).toBe('A handle broke off')
  await run(order, operatorResolve, { result: 'unlockOrder' })
  await run(order, operatorArriveAtPickup)
  await run(order, operatorDeleteReport)
  await expectCodes(order, [
    [10001, operatorDeleteReport],
    [10001, operatorUpdateReport, { reason: 'x' }],
    [10001, operatorResolve, { result: 'lockOrder', reason: '' }],
    [10001, operatorResolve, { result: 'unlockOrder' }],
    [10001, operatorResolve, { result: 'closeOrder', reason: 'x' }],
    [10001, operatorResolve, { result: 'cancelOrder', reason: 'x' }],
  ])
  const entries = (await log(order)).slice(start).filter(({ action }) => action < 801)
  expect(entries.map(({ action, logType, details }) => [action, logType, details])).toEqual([
    [504, 4, { isLocked: true, reason: 'We ask the courier' }],
    [603, 5, { before: 'A handle broke', after: 'A handle broke off' }],
    [504, 4, { isLocked: false }],
    [14, 0, {}],
    [604, 5, { reason: 'A handle broke off' }],
  ])
})

test('frees the tags of a reported order that is closed, and keeps those of a recalled one', async () => {
  const bags = (prefix: string) => [
    { tagCode: `${prefix}-1`, sealNumber: '1', photos: [] },
    { tagCode: `${prefix}-2`, sealNumber: '2', photos: [] },
  ]
  const closed = await reported()
  await expectCodes(closed, [[5003, operatorResolve, { result: 'closeOrder', reason: 'Too early' }]])
  await run(closed, operatorPickUp, { bags: bags('CL') })
  await run(closed, operatorResolve, { result: 'lockOrder', reason: '' })
  const done = await run(closed, operatorResolve, { result: 'closeOrder', reason: 'Lost, and paid for' })
  expect([done.status, done.lifecycle.lock, done.lifecycle.closing, done.exception]).toEqual([
    'completed',
    'unlocked',
    'closed',
    null,
  ])

  const cancelled = await reported()
  await run(cancelled, operatorPickUp, { bags: bags('CL') })
  await run(cancelled, operatorStartTransport)
  const called = await run(cancelled, operatorResolve, {
    result: 'cancelOrder',
    reason: 'The van broke down',
  })
  expect([called.status, called.lifecycle.closing, called.refunds.length]).toEqual(['in_transit', 'open', 1])
  const next = await reported()
  await expectCodes(next, [[5000, operatorPickUp, { bags: bags('CL') }]])

  const last = async (order: Order) =>
    (await log(order)).slice(-2).map(({ action, details }) => [action, details])
  const unbound = [4, { tagCodes: ['CL-1', 'CL-2'] }]
  expect([await last(closed), await last(cancelled)]).toEqual([
    [unbound, [503, { reason: 'Lost, and paid for' }]],
    [
      [9, {}],
      [505, { reason: 'The van broke down' }],
    ],
  ])
  expect((await ada.trace(cancelled.orderId)).at(-1)?.facts).toEqual({
    cancelledBy: 'operator',
    reason: 'The van broke down',
  })
  expect((await ada.trace(closed.orderId)).map(({ facts }) => facts)).toContainEqual({
    isUndelivered: true,
    reason: 'Lost, and paid for',
  })
})

test('stores who reviewed an order, how and when, and returns it to a second reviewer', async () => {
  const [passed, rejected] = [await ada.paidOrder(), await ada.paidOrder()]
  const beginTime = server.services.now().toISOString()
  const waiting = (await readFull(passed)).orderReview
  expect(waiting).toEqual({ result: 'wait', reviewer: null, reason: null, beginTime, decideTime: null })
  expect((await readFull(await ada.order())).orderReview).toBeNull()
  const done = await run(passed, operatorReview, { result: 'pass' })
  const decideTime = server.services.now().toISOString()
  const review = { result: 'pass', reviewer: 'employee:operator', reason: null, beginTime, decideTime }
  expect(done.orderReview).toEqual(review)
  await run(rejected, operatorReview, { result: 'reject', reason: 'Too large' })
  expect((await readFull(rejected)).orderReview).toMatchObject({
    result: 'reject',
    reviewer: 'employee:operator',
    reason: 'Too large',
  })
  server.clock.advance(1000)
  const again = await operate(server, operatorReview, passed.orderId, { result: 'reject', reason: 'No' })
  expect([again.code, again.result]).toEqual([6001, review])
})

test('stores a report’s reason and bags for operators, the traveller and the log', async () => {
  const order = await reported()
  const { exception } = await run(order, operatorReport, {
    kind: 'bagDamaged',
    bags: [2, 1, 2],
    reason: 'Wheel',
  })
  expect(exception).toMatchObject({ kind: 'bagDamaged', bags: [1, 2], reason: 'Wheel' })
  expect((await log(order)).at(-1)?.details).toEqual({ report: 'bagDamaged', bags: [1, 2], reason: 'Wheel' })

  await run(order, operatorReport, { kind: 'cannotContinue' })
  const trace = await ada.trace(order.orderId)
  expect(trace.at(-1)).toMatchObject({ type: 'courier_reported', facts: { report: 'cannotContinue' } })
  expect((await readFull(order)).exception).toMatchObject({ kind: 'cannotContinue', bags: [], reason: '' })

  const text = await run(order, operatorReport, { reason: 'Rain' })
  expect(text.exception).toMatchObject({ kind: null, reason: 'Rain' })
  await expectCodes(order, [
    [1008, operatorReport, { kind: 'bagDamaged', bags: [3] }],
    [1008, operatorReport, { kind: 'lostInSpace' }],
    [1008, operatorReport, { reason: ' ' }],
  ])
})

test('shows a report’s photos to operators only, until another report replaces it', async () => {
  const order = await ada.paidOrder()
  await run(order, operatorReview, { result: 'pass' })
  await assign(server, order.orderId)
  const { orderId } = order
  await expectCodes(order, [[1008, operatorReport, { reason: 'Torn', photos: ['/api/files/nobodys'] }]])
  const seen = await run(order, operatorReport, { kind: 'bagDamaged', bags: [1], photos: [ada.photo] })
  const path = (url: string) => url.split('?', 1)[0]
  expect(seen.exception?.photos.map(path)).toEqual([path(ada.photo)])
  const byCourier = await server.call(operatorGetOrder, { params: { orderId }, token: courierToken })
  expect(byCourier.result.exception).toMatchObject({ kind: 'bagDamaged', photos: [] })
  const replaced = await run(order, operatorReport, { kind: 'addressWrong' })
  expect(replaced.exception).toMatchObject({ kind: 'addressWrong', photos: [] })
})

test('accepts a missing guest only after 30 minutes of waiting at the pickup place', async () => {
  const order = await reported()
  const missing = { kind: 'guestMissing' }
  await expectCodes(order, [[5005, operatorReport, missing]])
  server.clock.set(new Date(order.pickupTime))
  await run(order, operatorArriveAtPickup)
  const { courierArrivedTime } = await readFull(order)
  const until = Date.parse(courierArrivedTime ?? '') + 30 * 60_000
  server.clock.set(new Date(until - 1))
  const early = await operate(server, operatorReport, order.orderId, missing)
  expect([early.code, early.result]).toEqual([5005, { until: new Date(until).toISOString() }])
  server.clock.set(new Date(until))
  await expectCodes(order, [[0, operatorReport, missing]])
  await run(order, operatorPickUp, { bags: newBags(2) })
  await expectCodes(order, [[5005, operatorReport, missing]])
})
