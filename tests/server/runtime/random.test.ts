import { operatorListOperations } from '@handsfree/core/contract'
import { expect, test } from 'vitest'
import { newRowId, systemRandom } from '../../../server/runtime/random.ts'
import { newTraveller, operatorToken } from '../trip.ts'
import { useServer } from '../use-server.ts'

const server = useServer()

test('creates row ids that grow by the second and are random within one', () => {
  const time = new Date('2026-11-21T02:00:00.000Z')
  const ids = Array.from({ length: 1_000 }, () => newRowId(systemRandom, time))
  expect(new Set(ids).size).toBe(1_000)
  expect(ids.filter((id) => !/^[0-9a-f]{24}$/.test(id))).toEqual([])
  const later = newRowId(systemRandom, new Date(time.getTime() + 1_000))
  expect(ids.filter((id) => id >= later)).toEqual([])
})

test('logs the acts of an order under ids that grow with time', async () => {
  const ada = await newTraveller(server)
  const { orderId } = await ada.order()
  server.clock.advance(1_000)
  await ada.cancel(orderId)
  const { result } = await server.call(operatorListOperations, { params: { orderId }, token: operatorToken })
  const times = result.map(({ operationId, time }) => [
    Number.parseInt(operationId.slice(0, 8), 16),
    Math.floor(Date.parse(time) / 1_000),
  ])
  expect(times.length).toBeGreaterThan(1)
  for (const [inId, stored] of times) expect(inId).toBe(stored)
})
