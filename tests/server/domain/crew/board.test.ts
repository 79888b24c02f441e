import {
  addEmployee,
  operatorArriveAtDelivery,
  operatorArriveAtPickup,
  operatorAssign,
  operatorGetBoard,
  operatorPickUp,
  operatorReview,
  operatorStartTransport,
  operatorTransferApply,
  setEmployeeState,
  startShift,
} from '@handsfree/core/contract'
import { policy } from '@handsfree/core/policy'
import { expect, test } from 'vitest'
import {
  assign,
  courierChoice,
  courierToken,
  deliveryTime,
  newBags,
  operate,
  operatorToken,
  otherCourier,
  pickupTime,
} from '../../trip.ts'
import { useNewTraveller, useServer } from '../../use-server.ts'

const server = useServer()
const ada = useNewTraveller(server)

const day = pickupTime.slice(0, 10)
const iso = (time: string | number) => new Date(time).toISOString()
const readBoard = async (query: { day: string; region?: string } = { day }) => {
  const { result, code, message } = await server.call(operatorGetBoard, { token: operatorToken, query })
  if (code !== 0) throw new Error(`refused: ${message}`)
  return result
}
const run = async (...given: Parameters<typeof operate>) => {
  const { code, message } = await operate(...given)
  if (code !== 0) throw new Error(`refused: ${message}`)
}
/** Where an order is on the board, and the call that gives it to someone else. */
const placeOf = async (orderId: string, query?: Parameters<typeof readBoard>[0]) => {
  const { assigned, unassigned } = await readBoard(query)
  const isIt = (order: { orderId: string }) => order.orderId === orderId
  const order = [...assigned, ...unassigned].find(isIt)
  return order && [unassigned.some(isIt) ? 'unassigned' : order.courierId, order.act, order.isAsked]
}
const passed = async () => {
  const order = await ada.paidOrder()
  await run(server, operatorReview, order.orderId, { result: 'pass' })
  return order
}

test('shows an order as unassigned, then with its courier, and the call that reassigns it', async () => {
  const { orderId } = await ada.paidOrder()
  expect(await placeOf(orderId)).toBeUndefined()
  await run(server, operatorReview, orderId, { result: 'pass' })
  expect(await placeOf(orderId)).toEqual(['unassigned', 'courier.assign', false])
  await run(server, operatorAssign, orderId, otherCourier)
  expect(await placeOf(orderId)).toEqual([otherCourier.employeeId, 'courier.assign', true])
  await assign(server, orderId)
  await run(server, operatorArriveAtPickup, orderId)
  await run(server, operatorPickUp, orderId, { bags: newBags(2) })
  expect(await placeOf(orderId)).toEqual([courierChoice.employeeId, 'transfer.apply', false])
  await run(server, operatorTransferApply, orderId, otherCourier)
  expect(await placeOf(orderId)).toEqual([courierChoice.employeeId, null, false])
})

test('shows both stops with their promises, done once the bags have left them', async () => {
  const { orderId, orderNumber, pieces } = await passed()
  const [order] = (await readBoard()).unassigned.filter((one) => one.orderId === orderId)
  expect(order).toMatchObject({
    orderNumber,
    pieces,
    timeZone: 'Asia/Shanghai',
    pickup: {
      siteId: 'lakeside-garden-hotel',
      name: 'Lakeside Garden Hotel',
      time: iso(pickupTime),
      dueTime: iso(Date.parse(pickupTime) + policy.missedPickupMinutes * 60_000),
      isDone: false,
    },
    delivery: { time: iso(deliveryTime), dueTime: iso(deliveryTime), isDone: false },
    regionIds: ['hangzhou', 'shanghai'],
  })
  await assign(server, orderId)
  await run(server, operatorArriveAtPickup, orderId)
  await run(server, operatorPickUp, orderId, { bags: newBags(2) })
  await run(server, operatorStartTransport, orderId)
  const doneOf = async () => {
    const [one] = (await readBoard()).assigned.filter((order) => order.orderId === orderId)
    return one && [one.pickup.isDone, one.delivery.isDone]
  }
  expect(await doneOf()).toEqual([true, false])
  await run(server, operatorArriveAtDelivery, orderId)
  expect(await doneOf()).toEqual([true, true])
})

test('keeps unassigned orders on later days, and assigned ones on their own day', async () => {
  const open = await passed()
  const taken = await passed()
  await assign(server, taken.orderId)
  const on = (day: string) => Promise.all([open, taken].map(({ orderId }) => placeOf(orderId, { day })))
  expect((await on('2026-11-21')).map(Boolean)).toEqual([false, false])
  expect((await on(day)).map(Boolean)).toEqual([true, true])
  expect((await on('2026-11-23')).map(Boolean)).toEqual([true, false])
})

test('keeps the couriers and orders of a region', async () => {
  const { orderId } = await passed()
  expect(await placeOf(orderId, { day, region: 'shanghai' })).toBeDefined()
  expect(await placeOf(orderId, { day, region: 'hong-kong' })).toBeUndefined()
  const { couriers, regions } = await readBoard({ day, region: 'shanghai' })
  expect(regions).toContainEqual({ regionId: 'shanghai', name: 'Shanghai' })
  expect(couriers.length).toBeGreaterThan(0)
  expect(couriers.every(({ regionId }) => regionId === null || regionId === 'shanghai')).toBe(true)
})

test('shows a courier’s shift and bags in hand', async () => {
  const courierOf = async (employeeId: string) =>
    (await readBoard()).couriers.find((courier) => courier.employeeId === employeeId)
  expect(await courierOf(courierChoice.employeeId)).toMatchObject({ isOnShift: false, isOnBreak: false })
  await server.call(startShift, { token: courierToken, body: {} })
  const { orderId } = await passed()
  await assign(server, orderId)
  await run(server, operatorArriveAtPickup, orderId)
  const before = (await courierOf(courierChoice.employeeId))?.inHand
  await run(server, operatorPickUp, orderId, { bags: newBags(2) })
  expect(await courierOf(courierChoice.employeeId)).toMatchObject({
    isOnShift: true,
    inHand: { orders: (before?.orders ?? 0) + 1, pieces: (before?.pieces ?? 0) + 2 },
  })
})

test('leaves out a disabled courier without orders, and one of another region', async () => {
  const body = {
    role: 'courier',
    name: 'Zhao',
    phone: '+86 571 0000 0955',
    plate: '浙A·9Z955',
    regionId: 'shanghai',
  }
  const { result } = await server.call(addEmployee, { token: operatorToken, body })
  const isListed = async (region: string) =>
    (await readBoard({ day, region })).couriers.some(({ employeeId }) => employeeId === result.employeeId)
  expect([await isListed('shanghai'), await isListed('hangzhou')]).toEqual([true, false])
  const params = { employeeId: result.employeeId }
  await server.call(setEmployeeState, { token: operatorToken, params, body: { isDisabled: true } })
  expect(await isListed('shanghai')).toBe(false)
})

test('refuses days that don’t exist', async () => {
  const { code } = await server.call(operatorGetBoard, { token: operatorToken, query: { day: '2026-02-30' } })
  expect(code).toBe(1008)
})
