import {
  listNotifications,
  operationActions,
  operatorGetOrder,
  operatorHand,
  operatorHotelHand,
  operatorResolve,
} from '@handsfree/core/contract'
import { beforeEach, expect, test } from 'vitest'
import { findOperations } from '../../../server/domain/orders/operations.ts'
import { runUncollected } from '../../../server/flows/returns.ts'
import { sendDueTextMessages } from '../../../server/flows/send-text-messages.ts'
import { returnsOf } from '../return-steps.ts'
import { carryToDelivery, operate, operatorToken, pickupTime } from '../trip.ts'
import { useServer, useTraveller } from '../use-server.ts'

const hour = 3_600_000
const before = '2026-11-21T02:00:00.000Z'
const server = useServer()
const ada = useTraveller(server)
beforeEach(() => server.clock.set(before))

const { stored, choose, step, returningOf } = returnsOf(server, ada)
const asked = async () =>
  (await ada.notifications())
    .map(({ content }) => content as { orderId: string; change?: string; returning?: string })
    .filter(({ change }) => change === 'returnAsked')

test('asks about bags at the door of an own address after an hour', async () => {
  const delivery = {
    kind: 'custom',
    regionId: 'shanghai',
    address: '1 Century Avenue',
    detail: '',
  } as const
  const order = await ada.paidOrder({ delivery })
  const { orderId } = order
  server.clock.set(pickupTime)
  await carryToDelivery(server, order)
  server.clock.advance(hour - 1)
  await runUncollected(server.services)
  expect(await returningOf(orderId)).toBe(null)
  server.clock.advance(1)
  await runUncollected(server.services)
  expect(await returningOf(orderId)).toMatchObject({ reason: 'notCollected', canKeep: false })
  expect((await operate(server, operatorHand, orderId, { claimCode: order.claimCode })).code).toBe(0)
  server.clock.advance(100 * hour)
  await runUncollected(server.services)
  expect((await asked()).filter((one) => one.orderId === orderId)).toHaveLength(1)
})

test('explains by text message and popup why the bags cannot stay', async () => {
  const refused = await stored()
  server.clock.set(before)
  const left = await stored()
  await sendDueTextMessages(server.services)
  server.texts.length = 0
  await step(refused.orderId, { step: 'begin', reason: 'refused' })
  await step(left.orderId, { step: 'begin', reason: 'notCollected' })
  await sendDueTextMessages(server.services)
  const { hotline } = server.services.settings
  const place = 'Hongqiao Railway Station'
  const page = "Choose a new destination on your order's page"
  const textOf = ({ orderNumber }: { orderNumber: string }) =>
    server.texts.flatMap(({ text }) => (text.includes(orderNumber) ? [text] : []))
  expect(textOf(refused)).toEqual([
    `Handsfree ${refused.orderNumber}: your 2 bags weren't accepted at ${place}. ${page}, or call ${hotline}.`,
  ])
  expect(textOf(left)).toEqual([
    `Handsfree ${left.orderNumber}: nobody has collected your 2 bags at ${place}. ${page}, or call ${hotline}.`,
  ])
  const all = await asked()
  const reasonOf = (id: string) => all.find(({ orderId }) => orderId === id)?.returning
  expect([reasonOf(refused.orderId), reasonOf(left.orderId)]).toEqual(['refused', 'notCollected'])
})

test('lists the possible steps of a return beside those of the order', async () => {
  const { orderId, claimCode } = await stored()
  const events = async () => {
    const { result } = await server.call(operatorGetOrder, { params: { orderId }, token: operatorToken })
    return result.events.filter((event) => event.startsWith('return.'))
  }
  expect(await events()).toEqual(['return.begin'])
  await step(orderId, { step: 'begin', reason: 'refused' })
  expect(await events()).toEqual(['return.begin', 'return.choose'])
  await choose(orderId, { kind: 'back' })
  expect(await events()).toEqual(['return.begin', 'return.choose', 'return.start'])
  await step(orderId, { step: 'start' })
  expect(await events()).toEqual(['return.complete'])
  await step(orderId, { step: 'complete' })
  expect(await events()).toEqual([])
  await operate(server, operatorHand, orderId, { claimCode })
  expect(await events()).toEqual([])
})

test('ends the question about a return in the same move that hands the bags over', async () => {
  const { orderId, claimCode } = await stored()
  await step(orderId, { step: 'begin', reason: 'refused' })
  await choose(orderId, { kind: 'back' })
  const before = (await findOperations(server.services.db, orderId)).length
  const traced = (await ada.trace(orderId)).length
  expect((await operate(server, operatorHotelHand, orderId, { claimCode })).code).toBe(0)
  const logged = (await findOperations(server.services.db, orderId)).slice(before)
  expect(logged.map(({ action }) => action)).toEqual([
    operationActions.exceptionResolve,
    operationActions.unbindPackageTag,
    operationActions.hotelHand,
  ])
  expect(logged[0]?.details).toEqual({ returnState: 'none', choice: null })
  expect((await ada.trace(orderId)).slice(traced).map(({ type }) => type)).toEqual(['delivered'])
  const { lifecycle, returning, status } = await ada.read(orderId)
  expect([lifecycle.return, returning, status]).toEqual(['none', null, 'handed'])
})

test('closes the question about a return when the order is closed', async () => {
  const popups = async (orderId: string) => {
    const query = { pageSize: '50' }
    const { result } = await server.call(listNotifications, { query, token: ada.token })
    return result.list.filter(
      ({ content, isPopup }) => isPopup && content.includes(orderId) && content.includes('returnAsked'),
    ).length
  }
  const chosen = await stored()
  server.clock.set(before)
  const closed = await stored()
  for (const { orderId } of [chosen, closed]) {
    await step(orderId, { step: 'begin', reason: 'refused' })
    expect(await popups(orderId)).toBe(1)
  }
  await choose(chosen.orderId, { kind: 'keep' })
  const reason = 'the bags are with the police'
  expect(
    (await operate(server, operatorResolve, closed.orderId, { result: 'closeOrder', reason })).code,
  ).toBe(0)
  expect([await popups(chosen.orderId), await popups(closed.orderId)]).toEqual([0, 0])
})
