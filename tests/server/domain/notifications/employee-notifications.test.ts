import {
  countEmployeeUnread,
  listEmployeeNotifications,
  makeEmployeeToken,
  markEmployeeNotifications,
  openEmployeeLine,
  operatorConfirmPackages,
  operatorListOrders,
  operatorReview,
  operatorWarehouseApply,
  operatorWarehouseConfirm,
  setEmployeeState,
} from '@handsfree/core/contract'
import mqtt, { type MqttClient } from 'mqtt'
import { afterEach, expect, test } from 'vitest'
import { employeeNotifications } from '../../../../server/domain/notifications/employee-notifications.table.ts'
import {
  carryToDelivery,
  courierToken,
  newTraveller,
  operate,
  operatorToken,
  storeAtDelivery,
} from '../../trip.ts'
import { useServer } from '../../use-server.ts'

const server = useServer({}, { listens: true })
const lines: MqttClient[] = []
afterEach(async () => {
  for (const line of lines.splice(0)) await line.endAsync(true)
  await server.services.db.delete(employeeNotifications)
})

const hotel = 'demo-site-lakeside-garden-hotel-token'
const station = 'demo-site-hongqiao-railway-station-token'
const otherSite = 'demo-site-pudong-airport-t2-token'
const otherCourier = 'demo-courier-0418-token'

const listOf = async (token: string, query: Record<string, string | string[]> = {}) =>
  (await server.call(listEmployeeNotifications, { token, query: { pageSize: '50', ...query } })).result.list
const typesOf = async (token: string) => (await listOf(token)).map(({ type }) => type).reverse()
const unreadOf = async (token: string) => (await server.call(countEmployeeUnread, { token })).result

test('notifies the site and the courier of others’ moves with their orders, and no other employee', async () => {
  const ada = await newTraveller(server)
  const order = await ada.paidOrder()
  await carryToDelivery(server, order)
  await storeAtDelivery(server, order)
  expect(await typesOf(hotel)).toEqual([101, 102, 201, 202, 205])
  expect(await typesOf(station)).toEqual([203, 201, 204, 205])
  expect(await typesOf(courierToken)).toEqual([301, 309])
  expect([await typesOf(otherSite), await typesOf(otherCourier)]).toEqual([[], []])
  const [first] = (await listOf(hotel)).reverse()
  expect(first).toEqual({
    notificationId: expect.stringMatching(/^\d+$/),
    indexId: expect.any(Number),
    type: 101,
    content: JSON.stringify({
      place: 'pickup',
      pieces: 2,
      orderId: order.orderId,
      orderNumber: order.orderNumber,
    }),
    isRead: 0,
    timestamp: expect.any(String),
    timeZone: 'Asia/Shanghai',
    cityName: 'Hangzhou',
  })
})

test('excludes the employee who made the move, and writes nothing for a refused move', async () => {
  const ada = await newTraveller(server)
  const order = await ada.paidOrder()
  await carryToDelivery(server, order)
  const before = await typesOf(station)
  const given = { params: { orderId: order.orderId }, body: {} }
  expect((await server.call(operatorWarehouseApply, { ...given, token: courierToken })).code).toBe(0)
  expect((await server.call(operatorWarehouseApply, { ...given, token: courierToken })).code).not.toBe(0)
  expect(await typesOf(station)).toEqual([...before, 204])
  const rolledBack = await operate(server, operatorReview, order.orderId, { result: 'pass' })
  expect(rolledBack.code).not.toBe(0)
  expect(await unreadOf(station)).toBe(before.length + 1)
  const { result } = await server.call(operatorListOrders, { token: station })
  const tagCodes = result.list.find(({ orderId }) => orderId === order.orderId)?.unconfirmedTags ?? []
  const params = { orderId: order.orderId }
  await server.call(operatorConfirmPackages, { params, body: { tagCodes }, token: station })
  expect((await server.call(operatorWarehouseConfirm, { ...given, token: station })).code).toBe(0)
  expect([(await typesOf(station)).includes(205), (await typesOf(hotel)).includes(205)]).toEqual([
    false,
    true,
  ])
})

test('pages, counts and marks only the employee’s own notifications', async () => {
  const ada = await newTraveller(server)
  for (let count = 0; count < 3; count++) await ada.paidOrder()
  const first = await server.call(listEmployeeNotifications, { token: hotel, query: { pageSize: '2' } })
  expect([first.result.list.length, first.result.paging]).toEqual([2, { page: 1, pageSize: 2, total: 3 }])
  expect(await listOf(hotel, { types: ['102'] })).toEqual([])
  const notificationList = first.result.list.map(({ notificationId }) => ({ notificationId }))
  for (const token of [otherSite, courierToken])
    expect(
      await server.call(markEmployeeNotifications, { token, body: { notificationList, isRead: 1 } }),
    ).toMatchObject({
      code: 0,
      result: {},
    })
  expect(await unreadOf(hotel)).toBe(3)
  const odd = [...notificationList, { notificationId: 'unknown' }, { notificationId: '999999999999999999' }]
  await server.call(markEmployeeNotifications, { token: hotel, body: { notificationList: odd, isRead: 1 } })
  expect([await unreadOf(hotel), (await listOf(hotel, { isRead: '1' })).length]).toEqual([1, 2])
})

const closing = (line: MqttClient) => new Promise<void>((resolve) => line.once('close', () => resolve()))

type Change = Partial<{ clientId: string; username: string; password: string }>
const lineOf = async (token: string, change: Change = {}): Promise<MqttClient> => {
  const host = { host: `127.0.0.1:${server.port}` }
  const { result } = await server.call(openEmployeeLine, { token, headers: host })
  const line = mqtt.connect(`ws://${result.host}:${result.port}/mqtt`, {
    clientId: result.clientId,
    username: result.username,
    password: result.password,
    reconnectPeriod: 0,
    ...change,
  })
  lines.push(line)
  await new Promise<void>((resolve, reject) => {
    line.once('connect', () => resolve())
    line.once('error', reject)
    line.once('close', () => reject(new Error('closed')))
  })
  return line
}

test('sends operators a hint for every change of an order', async () => {
  const ada = await newTraveller(server)
  const line = await lineOf(operatorToken)
  const heard = new Promise<string>((resolve) =>
    line.once('message', (topic, payload) => resolve(`${topic} ${payload}`)),
  )
  await line.subscribeAsync('TOPIC-EMP-operator')
  const { orderId } = await ada.paidOrder()
  expect(await heard).toBe(`TOPIC-EMP-operator {"code":1,"orderId":"${orderId}"}`)
})

test('publishes hints on an employee’s own topic, and refuses access to other topics', async () => {
  const [desk, driver] = [await lineOf(station), await lineOf(courierToken)]
  const topic = 'TOPIC-EMP-courier-0731'
  for (const other of [topic, 'TOPIC-TMS-courier-0731', '#', 'TOPIC-EMP-#'])
    await expect(desk.subscribeAsync(other), other).rejects.toThrow()
  await driver.subscribeAsync(topic)
  const heard = new Promise<string[]>((resolve) =>
    driver.once('message', (from, payload) => resolve([from, payload.toString()])),
  )
  const ada = await newTraveller(server)
  const order = await ada.paidOrder()
  await carryToDelivery(server, order)
  expect(await heard).toEqual([topic, '{"code":0}'])
  const { result } = await server.call(openEmployeeLine, { token: courierToken })
  const refused = 'Not authorized'
  await expect(lineOf(station, { clientId: 'EMP-courier-0731' })).rejects.toThrow(refused)
  await expect(lineOf(station, { password: result.password })).rejects.toThrow(refused)
  // A traveller's client id differs even with an employee's name.
  await expect(
    lineOf(courierToken, { clientId: 'TMS-courier-0731', username: 'courier-0731' }),
  ).rejects.toThrow(refused)
})

test('disconnects an employee whose token is replaced or who is disabled', async () => {
  const params = { employeeId: 'courier-0418' }
  const made = await server.call(makeEmployeeToken, { params, token: operatorToken })
  const first = await lineOf(made.result.token)
  const firstEnd = closing(first)
  const next = await server.call(makeEmployeeToken, { params, token: operatorToken })
  await firstEnd
  const second = await lineOf(next.result.token)
  const secondEnd = closing(second)
  await server.call(setEmployeeState, { params, body: { isDisabled: true }, token: operatorToken })
  await secondEnd
})
