import {
  type AuditEntry,
  createClaim,
  operatorApplyCatalogue,
  operatorGetFigures,
  operatorGetOrder,
  operatorListAudit,
} from '@handsfree/core/contract'
import { expect, test } from 'vitest'
import { newKey } from '../harness.ts'
import { carryToDelivery, newTraveller, operatorToken, pickupTime } from '../trip.ts'
import { useServer } from '../use-server.ts'

const server = useServer()
const token = operatorToken

const day = pickupTime.slice(0, 10)
const figures = async (from: string, until = from) =>
  server.call(operatorGetFigures, { token, query: { from, until } })

test('counts paid orders by day, site and courier', async () => {
  const ada = await newTraveller(server)
  const carried = await ada.paidOrder()
  await carryToDelivery(server, carried)
  await ada.paidOrder()
  await ada.order()
  const claim = { kind: 'damaged', words: 'A wheel is missing', photos: [], amount: 0 }
  await server.call(createClaim, {
    params: { orderId: carried.orderId },
    body: claim,
    token: ada.token,
    idempotencyKey: newKey(),
  })
  const { result } = await figures(day)
  const counted = { orders: 2, onTime: 1, late: 0, claims: 1, cancelled: 0 }
  expect(result.total).toMatchObject(counted)
  expect(result.days).toEqual([{ ...result.total, day }])
  expect(result.sites).toEqual([
    { ...result.total, siteId: carried.pickup.siteId, name: carried.pickup.name },
  ])
  expect(result.couriers).toEqual([
    expect.objectContaining({ employeeId: 'courier-0731', name: '陈明 Chen Ming', orders: 1, claims: 1 }),
  ])
})

test('counts nothing on days without orders, and refuses more than 92 days with 1008', async () => {
  const { result } = await figures('2027-03-01')
  expect([result.total.orders, result.days, result.sites, result.couriers]).toEqual([0, [], [], []])
  expect((await figures('2026-11-01', '2027-02-01')).code).toBe(1008)
  expect((await figures('2026-11-02', '2026-11-01')).code).toBe(1008)
})

const audit = async (
  query: Record<string, string> = {},
): Promise<{ list: AuditEntry[]; nextCursor: string | null }> =>
  (await server.call(operatorListAudit, { token, query })).result

test('lists acts, views and changes of the catalogue in one log, and filters it', async () => {
  const ada = await newTraveller(server)
  const order = await ada.paidOrder()
  await server.call(operatorGetOrder, {
    token: 'demo-courier-0731-token',
    params: { orderId: order.orderId },
  })
  await server.call(operatorGetOrder, { token, params: { orderId: order.orderId } })
  const regions = [{ regionId: 'suzhou', name: { 'en-US': 'Suzhou', 'zh-CN': '苏州' } }]
  await server.call(operatorApplyCatalogue, { token, body: { catalogue: { regions }, dryRun: false } })
  const types = async (query: Record<string, string>) =>
    [...new Set((await audit(query)).list.map(({ type }) => type))].sort()
  expect(await types({})).toEqual(['catalogue', 'orders', 'views'])
  expect(await types({ type: 'catalogue' })).toEqual(['catalogue'])
  expect(await types({ order: order.orderNumber })).toEqual(['orders', 'views'])
  expect(await types({ order: 'HF 0000 0000' })).toEqual([])
  const views = await audit({ type: 'views', order: order.orderId, employeeId: 'operator' })
  expect(views.list).toEqual([
    expect.objectContaining({ action: 801, actor: 'employee:operator', orderNumber: order.orderNumber }),
  ])
  expect((await audit({ until: '2020-01-01T00:00:00Z' })).list).toEqual([])
})

test('returns every entry once over several pages', async () => {
  const { orderId } = await (await newTraveller(server)).paidOrder()
  for (let count = 0; count < 60; count += 1)
    await server.call(operatorGetOrder, { token, params: { orderId } })
  const seen: string[] = []
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page = await audit(cursor ? { cursor } : {})
    seen.push(...page.list.map(({ operationId }) => operationId))
    cursor = page.nextCursor
  }
  expect(seen.length).toBeGreaterThan(60)
  expect(new Set(seen).size).toBe(seen.length)
})
