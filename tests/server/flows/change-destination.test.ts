import {
  type DestinationChange,
  type Order,
  operatorChangeDestination,
  operatorListOperations,
} from '@handsfree/core/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import { carryToDelivery, operatorToken, storeAtDelivery } from '../trip.ts'
import { useServer, useTraveller } from '../use-server.ts'

const server = useServer()
const ada = useTraveller(server)
let order: Order
beforeAll(async () => {
  order = await ada.paidOrder()
})

const change = async (orderId: string, body: unknown, token: string = operatorToken) => {
  const { status, code, result } = await server.call(operatorChangeDestination, {
    params: { orderId },
    body,
    token,
  })
  return { status, code, result }
}
const site = (siteId: string) => ({ kind: 'site', siteId }) as const
const ownAddress = (changed: object = {}) => ({
  kind: 'custom' as const,
  regionId: 'shanghai',
  address: '1 Century Avenue',
  detail: '',
  ...changed,
})
const airport = { delivery: site('pudong-airport-t2') }

/** State that a refused change must not touch: the order, the traveller's view, and the log. */
const recordOf = async (orderId: string) => {
  const operations = await server.call(operatorListOperations, { params: { orderId }, token: operatorToken })
  return [
    await ada.read(orderId),
    await ada.trace(orderId),
    await ada.notifications(),
    operations.result,
  ].map((part) => JSON.stringify(part))
}
const staysAsItWas = async <Answer>(orderId: string, act: () => Promise<Answer>): Promise<Answer> => {
  const before = await recordOf(orderId)
  const answer = await act()
  expect(await recordOf(orderId)).toEqual(before)
  return answer
}

/** Collected in Hangzhou on Sunday at 14:00, delivered in Shanghai at 18:00. */
describe('changing the destination', () => {
  test.each<[string, Partial<DestinationChange>, string, string]>([
    ['over a border', { delivery: site('hong-kong-airport-t1') }, 'delivery', 'notServed'],
    ['where the bags are collected', { delivery: site('lakeside-garden-hotel') }, 'delivery', 'samePlace'],
    [
      'to a site that has closed by then',
      { delivery: site('peoples-square-storage'), deliveryTime: '2026-11-22T22:30:00+08:00' },
      'deliveryTime',
      'closed',
    ],
    [
      'sooner than the way takes',
      { ...airport, deliveryTime: '2026-11-22T17:30:00+08:00' },
      'deliveryTime',
      'tooEarly',
    ],
  ])('refuses delivery %s', async (_, body, field, reason) => {
    const answer = await staysAsItWas(order.orderId, () => change(order.orderId, body))
    expect(answer).toEqual({ status: 400, code: 1008, result: { field, reason } })
  })

  test('refuses a site that is closed at the order’s delivery time', async () => {
    const { orderId } = await ada.paidOrder({
      pickupTime: '2026-11-22T18:00:00+08:00',
      deliveryTime: '2026-11-22T22:30:00+08:00',
    })
    const storage = { delivery: site('peoples-square-storage') }
    expect(await staysAsItWas(orderId, () => change(orderId, storage))).toMatchObject({
      code: 1008,
      result: { field: 'deliveryTime', reason: 'closed' },
    })
    expect(await change(orderId, { ...storage, deliveryTime: '2026-11-23T07:00:00+08:00' })).toMatchObject({
      code: 0,
    })
  })

  test('refuses a change once the bags have arrived or the order is over', async () => {
    const late = await ada.paidOrder()
    await carryToDelivery(server, late)
    const there = await staysAsItWas(late.orderId, () => change(late.orderId, airport))
    await storeAtDelivery(server, late)
    const stored = await staysAsItWas(late.orderId, () => change(late.orderId, airport))
    const cancelled = await ada.paidOrder()
    await ada.cancel(cancelled.orderId)
    const over = await staysAsItWas(cancelled.orderId, () => change(cancelled.orderId, airport))
    expect([there, stored, over].map(({ status, code }) => [status, code])).toEqual([
      [409, 5007],
      [409, 5007],
      [409, 5005],
    ])
  })
})

test('delivers to a served address at an accepted new time', async () => {
  const { orderId } = await ada.paidOrder()
  const body = { delivery: ownAddress({ detail: 'Tower 2' }), deliveryTime: '2026-11-22T19:30:00+08:00' }
  expect(await change(orderId, body)).toMatchObject({ status: 200, code: 0 })
  const { delivery, deliveryTime, total } = await ada.read(orderId)
  expect([delivery.name, delivery.cityName, Date.parse(deliveryTime), total]).toEqual([
    '1 Century Avenue',
    'Shanghai',
    Date.parse(body.deliveryTime),
    order.total,
  ])
})
