import { demoToken } from '@handsfree/core/api'
import {
  type Order,
  operationActions,
  operatorArriveAtDelivery,
  operatorArriveAtPickup,
  operatorAssign,
  operatorCancel,
  operatorChange,
  operatorChangeDestination,
  operatorClose,
  operatorConfirmPackages,
  operatorDecide,
  operatorGetOrder,
  operatorHand,
  operatorHotelHand,
  operatorPickUp,
  operatorReport,
  operatorResolve,
  operatorRetag,
  operatorReview,
  operatorStartTransport,
  operatorTransferAccept,
  operatorTransferApply,
  operatorTransferCancel,
  operatorTransferReject,
  operatorWarehouseApply,
  operatorWarehouseConfirm,
} from '@handsfree/core/contract'
import { expect, test } from 'vitest'
import { operatorActions } from '../../operating.ts'
import { assign, carryToDelivery, courier, courierChoice, operate, otherCourier } from '../../trip.ts'
import { useServer, useTraveller } from '../../use-server.ts'

const server = useServer()
const ada = useTraveller(server)

const other = { name: '林芳 Lin Fang', phone: '+86 571 0000 0418', plate: '浙A·2M08R' }
const receiver = { name: 'Ada', dialCode: '86', phoneNumber: '13812342046' }
const employee = 'employee:operator'

const { run, expectCodes, readFull, log } = operatorActions(server)

test('logs actor, time and details for all 27 actions of an order', async () => {
  const started = server.services.now().toISOString()
  const order = await ada.paidOrder()
  await run(order, operatorReview, { result: 'pass' })
  await run(order, operatorAssign, courierChoice)
  await run(order, operatorDecide, { result: 'reject', reason: 'My van is full' })
  await run(order, operatorAssign, courierChoice)
  await run(order, operatorDecide, { result: 'allow' })
  await run(order, operatorChange, { pieces: 1 })
  await run(order, operatorChange, { pieces: 2 })
  await ada.pay(order.orderId, 'supplementary')
  await run(order, operatorArriveAtPickup)
  const bag = (tagCode: string, sealNumber: string) => ({ tagCode, sealNumber, photos: [] })
  await run(order, operatorPickUp, { bags: [bag('OP-1', '4471'), bag('OP-2', '4472')] })
  await run(order, operatorRetag, { tagCode: 'OP-2', newTagCode: 'OP-3', newSealNumber: '4473' })
  await run(order, operatorStartTransport)
  await run(order, operatorTransferApply, otherCourier)
  await run(order, operatorTransferReject, { reason: 'Too far' })
  await run(order, operatorTransferApply, otherCourier)
  await run(order, operatorTransferCancel)
  await run(order, operatorTransferApply, otherCourier)
  await run(order, operatorTransferAccept)
  await run(order, operatorChangeDestination, { delivery: { kind: 'site', siteId: 'pudong-airport-t2' } })
  await run(order, operatorReport, { reason: 'A handle broke' })
  await run(order, operatorResolve, { result: 'markImportant' })
  await run(order, operatorResolve, { result: 'settle', resolution: 'We tied it with a strap' })
  await run(order, operatorReport, { reason: 'A scratch' })
  await run(order, operatorResolve, { result: 'ignore' })
  await run(order, operatorArriveAtDelivery)
  await run(order, operatorWarehouseApply)
  await run(order, operatorConfirmPackages, { tagCodes: ['OP-1'] })
  await run(order, operatorConfirmPackages, { tagCodes: ['OP-3'] })
  await run(order, operatorWarehouseConfirm)
  await run(order, operatorHotelHand, { identity: receiver })
  await run(order, operatorClose)
  const done = await log(order)
  const details = (action: number) => done.filter((one) => one.action === action).map((one) => one.details)

  const rejected = await ada.paidOrder()
  await run(rejected, operatorReview, { result: 'reject', reason: 'Too large' })
  const cancelled = await ada.paidOrder()
  await run(cancelled, operatorCancel, { reason: 'The traveller rang up' })
  const handed = await ada.paidOrder()
  await carryToDelivery(server, handed)
  await run(handed, operatorHand, { claimCode: handed.claimCode })

  const traveller = `traveller:${ada.uin}`
  expect(done.map(({ action, actor }) => [action, actor])).toEqual([
    [0, traveller],
    [26, 'system'],
    ...[1, 5, 7, 5, 6, 24, 24, 14, 3, 8, 4, 3, 9, 19, 21, 19, 22, 19, 20, 17].map((action) => [
      action,
      employee,
    ]),
    ...[601, 502, 602, 601, 501, 15, 10, 11, 16, 16, 12, 4, 23, 25].map((action) => [action, employee]),
  ])
  const all = [...done, ...(await log(rejected)), ...(await log(cancelled)), ...(await log(handed))]
  const seen = new Set<number>(all.map(({ action }) => action))
  expect(Object.values(operationActions).filter((action) => action <= 26 && !seen.has(action))).toEqual([])

  expect([
    done[0]?.time,
    done.every(({ time }, index) => index === 0 || time >= done[index - 1]!.time),
  ]).toEqual([started, true])
  expect({
    decline: details(7),
    counts: details(24),
    bound: details(3),
    unbound: details(4),
    applied: details(19),
    declined: details(21),
    takenBack: details(22),
    takenOver: details(20),
    destination: details(17),
    reports: details(601),
    settled: details(602),
    confirmed: details(16),
    handedOut: details(23),
    rejected: (await log(rejected)).at(-1)?.details,
    cancelled: (await log(cancelled)).at(-1)?.details,
    handed: (await log(handed)).at(-1)?.details,
  }).toEqual({
    decline: [{ courier: '陈明 Chen Ming', reason: 'My van is full' }],
    counts: [
      { before: 2, after: 1 },
      { before: 1, after: 2 },
    ],
    bound: [{ tagCodes: ['OP-1', 'OP-2'] }, { tagCodes: ['OP-3'] }],
    unbound: [{ tagCodes: ['OP-2'] }, { tagCodes: ['OP-1', 'OP-3'] }],
    applied: Array.from({ length: 3 }, () => ({ from: '陈明 Chen Ming', to: '林芳 Lin Fang' })),
    declined: [{ to: '林芳 Lin Fang', reason: 'Too far' }],
    takenBack: [{ to: '林芳 Lin Fang' }],
    takenOver: [{ from: '陈明 Chen Ming', to: '林芳 Lin Fang' }],
    destination: [{ from: 'Hongqiao Railway Station', to: 'Shanghai Pudong Airport, Terminal 2' }],
    reports: [{ reason: 'A handle broke' }, { reason: 'A scratch' }],
    settled: [{ reason: 'We tied it with a strap' }],
    confirmed: [{ tagCodes: ['OP-1'] }, { tagCodes: ['OP-3'] }],
    handedOut: [{ proof: 'identity' }],
    rejected: { reason: 'Too large' },
    cancelled: { reason: 'The traveller rang up' },
    handed: { proof: 'claimCode' },
  })
  // The traveller may read courier and reasons; no log contains phone numbers.
  const order2 = await ada.read(order.orderId)
  expect([
    order2.status,
    order2.courier,
    order2.delivery.name,
    order2.bags.map(({ sealNumber }) => sealNumber),
  ]).toEqual(['completed', other, 'Shanghai Pudong Airport, Terminal 2', ['4471', '4473']])
  expect(JSON.stringify(all)).not.toMatch(/13812342046|0000 0418/)
})

test('shows an employee the open facts of an order and the actions allowed now', async () => {
  const order = await ada.paidOrder()
  expect((await readFull(await ada.order())).events).toEqual(['order.cancel'])
  await run(order, operatorReview, { result: 'pass' })
  await run(order, operatorAssign, courierChoice)
  const asked = await readFull(order)
  expect([asked.courier, asked.transferTo, asked.exception, asked.events]).toEqual([
    courier,
    null,
    null,
    [
      'order.change',
      'order.cancel',
      'decision.allow',
      'decision.reject',
      'courier.assign',
      'order.changeDestination',
      'exception.report',
    ],
  ])
  await run(order, operatorDecide, { result: 'allow' })
  const arrived = await run(order, operatorArriveAtPickup)
  expect(arrived.courierArrivedTime).toBe(server.services.now().toISOString())
  await run(order, operatorTransferApply, otherCourier)
  const reported = await run(order, operatorReport, { reason: 'Nobody opens' })
  const time = server.services.now().toISOString()
  expect([reported.transferTo, reported.exception]).toEqual([
    other,
    { kind: null, bags: [], photos: [], reason: 'Nobody opens', isImportant: false, time },
  ])
  const important = await run(order, operatorResolve, { result: 'markImportant' })
  expect(important.exception).toEqual({ ...reported.exception, isImportant: true })
  const again = await run(order, operatorAssign, courierChoice)
  expect([
    again.transferTo,
    again.courierArrivedTime,
    again.lifecycle.assignment,
    again.lifecycle.pickup,
  ]).toEqual([null, null, 'waitDecision', 'none'])
  expect((await run(order, operatorResolve, { result: 'ignore' })).exception).toBeNull()
})

test('lists for each employee the moves that they may make', async () => {
  const order = await ada.paidOrder()
  const params = { orderId: order.orderId }
  const eventsFor = async (employeeId: string) =>
    (await server.call(operatorGetOrder, { params, token: demoToken(employeeId) })).result?.events
  const [driver, otherDriver] = ['courier-0731', 'courier-0418'] as const
  await run(order, operatorReview, { result: 'pass' })
  await run(order, operatorAssign, courierChoice)
  expect(await eventsFor(driver)).toEqual([
    'order.change',
    'decision.allow',
    'decision.reject',
    'exception.report',
  ])
  expect(await eventsFor('site-hongqiao-railway-station')).toEqual(['exception.report'])
  await run(order, operatorDecide, { result: 'allow' })
  await run(order, operatorTransferApply, otherCourier)
  // The other courier accepts or rejects; the current one still carries the order.
  expect(await eventsFor(otherDriver)).toEqual(['transfer.accept', 'transfer.reject'])
  expect(await eventsFor(driver)).toContain('transfer.cancel')
  expect(await eventsFor(driver)).not.toContain('transfer.accept')
})

test('accepts another destination for late bags only with a future delivery time', async () => {
  const order = await ada.paidOrder()
  await run(order, operatorReview, { result: 'pass' })
  const began = server.services.now()
  server.clock.set(order.deliveryTime)
  const place = { delivery: { kind: 'site', siteId: 'pudong-airport-t2' } }
  const late = await operate(server, operatorChangeDestination, order.orderId, place)
  expect([late.code, late.result]).toEqual([1008, { field: 'deliveryTime', reason: 'tooEarly' }])
  expect((await ada.read(order.orderId)).delivery).toEqual(order.delivery)
  const next = new Date(Date.parse(order.deliveryTime) + 30 * 60_000).toISOString()
  const moved = await run(order, operatorChangeDestination, { ...place, deliveryTime: next })
  expect(Date.parse(moved.deliveryTime)).toBe(Date.parse(next))
  server.clock.set(began)
})

test('logs each read of an order’s personal data, and of its room password', async () => {
  const order = await ada.paidOrder({ qrId: 'demo-guesthouse', roomPassword: '4711#' })
  await readFull(order)
  const plain = await ada.paidOrder()
  await readFull(plain)
  const tail = async (one: Order) =>
    (await log(one))
      .slice(2)
      .map(({ action, logType, actor, details }) => ({ action, logType, actor, details }))
  const entry = { logType: 7, actor: employee, details: {} }
  expect([await tail(order), await tail(plain)]).toEqual([
    [
      { ...entry, action: 801 },
      { ...entry, action: 802 },
    ],
    [{ ...entry, action: 801 }],
  ])
})

test('refuses each action that is not allowed now with its own code', async () => {
  const order = await ada.paidOrder()
  const unpaid = await ada.order()
  const place = { delivery: { kind: 'site', siteId: 'pudong-airport-t2' } }
  const retag = (tagCode: string, newTagCode = 'NEW') => ({ tagCode, newTagCode, newSealNumber: '1' })
  const tags = (...tagCodes: string[]) => ({ tagCodes })
  await expectCodes(unpaid, [
    [6000, operatorReview, { result: 'pass' }],
    [5005, operatorChangeDestination, place],
  ])
  await expectCodes(order, [
    [5001, operatorDecide, { result: 'allow' }],
    [5001, operatorTransferApply, otherCourier],
    [5001, operatorTransferAccept],
    [5001, operatorTransferReject, { reason: 'No' }],
    [5008, operatorTransferCancel],
    [5001, operatorReport, { reason: 'No' }],
    [10001, operatorResolve, { result: 'ignore' }],
    [3002, operatorChangeDestination, { delivery: { kind: 'site', siteId: 'nowhere' } }],
  ])
  await carryToDelivery(server, order)
  const [first, second] = (await ada.read(order.orderId)).bags.map(({ tagCode }) => tagCode)
  const onTheirWay = await ada.paidOrder()
  await run(onTheirWay, operatorReview, { result: 'pass' })
  await assign(server, onTheirWay.orderId)
  await expectCodes(order, [
    [6001, operatorReview, { result: 'reject', reason: 'No' }],
    [5002, operatorAssign, courierChoice],
    [5002, operatorDecide, { result: 'allow' }],
    [5002, operatorTransferApply, otherCourier],
    [5007, operatorChangeDestination, place],
    [5003, operatorHotelHand, { claimCode: order.claimCode }],
    [5003, operatorConfirmPackages, tags(first!)],
    [5006, operatorCancel, { reason: 'Late' }],
    [5000, operatorRetag, retag(first!, second)],
    [5003, operatorRetag, retag('NOBODYS')],
  ])
  await expectCodes(onTheirWay, [[5005, operatorRetag, retag('NOBODYS')]])
  await run(order, operatorWarehouseApply)
  await expectCodes(order, [
    [5003, operatorConfirmPackages, tags(first!, 'NOBODYS')],
    [5003, operatorWarehouseConfirm],
    [0, operatorConfirmPackages, tags(first!, second!)],
    [0, operatorConfirmPackages, tags(first!)],
  ])
  await run(order, operatorWarehouseConfirm)
  await expectCodes(order, [
    [5007, operatorWarehouseApply],
    [5007, operatorConfirmPackages, tags(first!)],
    [1012, operatorHotelHand, { identity: { ...receiver, phoneNumber: '13812342047' } }],
    [1012, operatorHotelHand, { identity: { ...receiver, name: 'Adam' } }],
    [0, operatorHotelHand, { identity: { ...receiver, dialCode: '1', name: ' ＡＤＡ ' } }],
    [5007, operatorHotelHand, { identity: receiver }],
    [5007, operatorRetag, retag(first!)],
  ])
  const handed = (await log(order)).filter(({ action }) => action === 23).at(-1)
  expect(handed?.details).toEqual({ proof: 'identity', isOtherCountry: true })
  const cancelled = await ada.paidOrder()
  await run(cancelled, operatorCancel, { reason: 'Plans changed' })
  await expectCodes(cancelled, [[8001, operatorCancel, { reason: 'Again' }]])
  expect((await ada.cancel(cancelled.orderId)).code).toBe(8001)
})
