import {
  chooseReturn,
  operatorHand,
  operatorHotelHand,
  operatorListOrders,
  operatorReturn,
  operatorViews,
  type ReturnChoice,
} from '@handsfree/core/api'
import { beforeEach, expect, test } from 'vitest'
import { runUncollected } from '../../server/orders/returns.ts'
import { carryToDelivery, operate, operatorToken, pickupTime, storeAtDelivery } from './trip.ts'
import { useServer, useTraveller } from './use-server.ts'

const hour = 3_600_000
const server = useServer()
const ada = useTraveller(server)
beforeEach(() => server.clock.set('2026-11-21T02:00:00.000Z'))

const stored = async () => {
  const order = await ada.paidOrder()
  server.clock.set(pickupTime)
  await carryToDelivery(server, order)
  await storeAtDelivery(server, order)
  return order
}
const choose = (orderId: string, choice: ReturnChoice) =>
  server.call(chooseReturn, { params: { orderId }, body: { choice }, token: ada.token })
const step = async (orderId: string, body: unknown) =>
  (await operate(server, operatorReturn, orderId, body)).code
const returningOf = async (orderId: string) => (await ada.read(orderId)).returning
const told = async (orderId: string) =>
  (await ada.notifications())
    .map(({ content }) => content as { orderId: string; change?: string })
    .filter((content) => content.orderId === orderId && content.change?.startsWith('return'))
    .map(({ change }) => change)

test('takes refused bags back where the traveller says, and hands them over there', async () => {
  const { orderId, claimCode } = await stored()
  expect((await choose(orderId, { kind: 'back' })).code).toBe(5003)
  expect(await step(orderId, { step: 'begin', reason: 'refused' })).toBe(0)
  expect(await returningOf(orderId)).toEqual({
    state: 'wait',
    reason: 'refused',
    choice: null,
    place: null,
    canKeep: true,
  })
  const query = { view: String(operatorViews.exception) }
  const { result } = await server.call(operatorListOrders, { query, token: operatorToken })
  expect(result.list.map((order) => order.orderId)).toContain(orderId)
  // Nobody sets out before somebody has said where to.
  expect(await step(orderId, { step: 'start' })).toBe(5003)

  expect((await choose(orderId, { kind: 'keep' })).code).toBe(0)
  expect(await step(orderId, { step: 'start' })).toBe(5003)
  const chosen = (await choose(orderId, { kind: 'back' })).result
  expect([chosen.returning?.choice, chosen.returning?.place?.name]).toEqual(['back', 'Lakeside Garden Hotel'])
  expect(await step(orderId, { step: 'start' })).toBe(0)
  expect((await choose(orderId, { kind: 'keep' })).code).toBe(5003)
  const proof = { claimCode }
  expect((await operate(server, operatorHotelHand, orderId, proof)).code).not.toBe(0)
  expect(await step(orderId, { step: 'complete' })).toBe(0)

  const back = await ada.read(orderId)
  expect([back.returning?.state, back.currentAddress, back.refunds]).toEqual([
    'completed',
    'Lakeside Garden Hotel',
    [],
  ])
  expect((await operate(server, operatorHand, orderId, proof)).code).toBe(0)
  expect((await ada.read(orderId)).status).toBe('handed')
  expect(await told(orderId)).toEqual(['returnAsked', 'returnStarted', 'returned'])
  const facts = (await ada.trace(orderId)).flatMap(({ facts: { returning } }) => returning ?? [])
  expect(facts).toEqual(['refused', 'chosen', 'chosen', 'started', 'completed'])
})

test('asks about stored bags after 72 hours, once, and again when they were kept', async () => {
  const { orderId, claimCode } = await stored()
  const asked = Date.parse(pickupTime) + 72 * hour
  server.clock.set(new Date(asked - 1))
  await runUncollected(server.services)
  expect(await returningOf(orderId)).toBe(null)
  server.clock.set(new Date(asked))
  await Promise.all([runUncollected(server.services), runUncollected(server.services)])
  await runUncollected(server.services)
  expect(await told(orderId)).toEqual(['returnAsked'])
  await choose(orderId, { kind: 'keep' })
  server.clock.set(new Date(asked + 168 * hour))
  await runUncollected(server.services)
  expect(await told(orderId)).toEqual(['returnAsked', 'returnAsked'])
  expect((await returningOf(orderId))?.choice).toBe(null)
  // Whoever comes may still collect.
  expect((await operate(server, operatorHotelHand, orderId, { claimCode })).code).toBe(0)
  expect(await returningOf(orderId)).toBe(null)
})

test('sends bags on to an address that is served, and to no other', async () => {
  const { orderId } = await stored()
  await step(orderId, { step: 'begin', reason: 'refused' })
  const to = (regionId: string) =>
    choose(orderId, {
      kind: 'address',
      delivery: { kind: 'custom', regionId, address: '1 Century Avenue', detail: '' },
    })
  expect((await to('hongkong-unknown')).code).toBe(1008)
  expect((await to('shanghai')).result.returning?.place?.name).toBe('1 Century Avenue')
})
