import {
  type CallShape,
  type OrderDraft,
  operatorAssign,
  operatorChangeEntry,
  operatorGetCatalogue,
  operatorListOrders,
  operatorReview,
  operatorTransferApply,
} from '@handsfree/core/contract'
import { beforeEach, expect, test } from 'vitest'
import { newKey } from '../../harness.ts'
import { assign, operate, operatorToken } from '../../trip.ts'
import { useServer, useTraveller } from '../../use-server.ts'

const server = useServer()
const ada = useTraveller(server)
const courier = 'courier-0418'
const courierToken = 'demo-courier-0418-token'

async function drivesIn(regionId: string | null) {
  const { catalogue } = (await server.call(operatorGetCatalogue, { token: operatorToken })).result
  const entry = catalogue.employees.find(({ employeeId }) => employeeId === courier)!
  const body = { kind: 'employees' as const, entry: { ...entry, regionId } }
  return server.call(operatorChangeEntry, { body, token: operatorToken })
}
beforeEach(() => () => drivesIn(null).then(() => {}))

const refusal = { code: 5002, result: { field: 'regionId' } }
const reviewed = async (changes: Partial<OrderDraft> = {}) => {
  const { orderId } = await ada.paidOrder(changes)
  await operate(server, operatorReview, orderId, { result: 'pass' })
  return orderId
}
const ask = (shape: CallShape, orderId: string, body: object) =>
  server.call(shape, { params: { orderId }, body, token: operatorToken, idempotencyKey: newKey() })
const seen = async () =>
  (await server.call(operatorListOrders, { query: { view: '9' }, token: courierToken })).result.list.map(
    ({ orderId }: { orderId: string }) => orderId,
  )

test('assigns a courier only orders of their region, and any order without a region', async () => {
  const orderId = await reviewed()
  expect((await drivesIn('hong-kong')).code).toBe(0)
  expect(await ask(operatorAssign, orderId, { employeeId: courier })).toMatchObject(refusal)
  expect(await seen()).not.toContain(orderId)
  expect((await drivesIn('hangzhou')).code).toBe(0)
  expect((await ask(operatorAssign, orderId, { employeeId: courier })).code).toBe(0)
  expect(await seen()).toContain(orderId)
  const other = await reviewed()
  expect((await drivesIn(null)).code).toBe(0)
  expect((await ask(operatorAssign, other, { employeeId: courier })).code).toBe(0)
})

test('lets a courier of the destination’s region take over an order', async () => {
  const orderId = await reviewed({ delivery: { kind: 'site', siteId: 'pudong-airport-t2' } })
  await assign(server, orderId)
  expect((await drivesIn('hong-kong')).code).toBe(0)
  expect(await ask(operatorTransferApply, orderId, { employeeId: courier })).toMatchObject(refusal)
  expect((await drivesIn('shanghai')).code).toBe(0)
  expect((await ask(operatorTransferApply, orderId, { employeeId: courier })).code).toBe(0)
  expect(await seen()).toContain(orderId)
})

test('refuses an unknown region, and a region for an operator, with 2009', async () => {
  expect((await drivesIn('nowhere')).code).toBe(2009)
  const { catalogue } = (await server.call(operatorGetCatalogue, { token: operatorToken })).result
  const operator = catalogue.employees.find(({ role }) => role === 'operator')!
  const body = { kind: 'employees' as const, entry: { ...operator, regionId: 'hangzhou' } }
  expect((await server.call(operatorChangeEntry, { body, token: operatorToken })).code).toBe(2009)
})
