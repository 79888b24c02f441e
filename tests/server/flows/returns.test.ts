import {
  listEmployeeNotifications,
  makeReceiverLink,
  operatorAnswerDestination,
  operatorChangeDestination,
  operatorChooseReturn,
  operatorClose,
  operatorConfirmPackages,
  operatorGetOrder,
  operatorHand,
  operatorHotelHand,
  operatorListOrders,
  operatorReport,
  operatorResolve,
  operatorReturn,
  operatorViews,
  operatorWarehouseApply,
  type ReturnChoice,
  readTrip,
  requestDestinationChange,
} from '@handsfree/core/contract'
import { beforeEach, expect, test } from 'vitest'
import { runUncollected } from '../../../server/flows/returns.ts'
import { returnsOf } from '../return-steps.ts'
import { carryToDelivery, operate, operatorToken, pickupTime } from '../trip.ts'
import { useServer, useTraveller } from '../use-server.ts'

const hour = 3_600_000
const server = useServer()
const ada = useTraveller(server)
beforeEach(() => server.clock.set('2026-11-21T02:00:00.000Z'))

const { carried, stored, choose, step, returningOf } = returnsOf(server, ada)
const told = async (orderId: string) =>
  (await ada.notifications())
    .map(({ content }) => content as { orderId: string; change?: string })
    .filter((content) => content.orderId === orderId && content.change?.startsWith('return'))
    .map(({ change }) => change)

test('returns refused bags to the traveller’s choice, and hands them over there', async () => {
  const { orderId, claimCode } = await stored()
  expect((await choose(orderId, { kind: 'back' })).code).toBe(5003)
  expect(await step(orderId, { step: 'begin', reason: 'refused' })).toBe(0)
  expect(await returningOf(orderId)).toEqual({
    state: 'wait',
    reason: 'refused',
    choice: null,
    place: null,
    canKeep: true,
    time: new Date(pickupTime).toISOString(),
    keptUntil: null,
    fee: { amount: 0, currency: 'CNY' },
    paymentId: null,
  })
  const query = { view: String(operatorViews.exception) }
  const { result } = await server.call(operatorListOrders, { query, token: operatorToken })
  expect(result.list.map((order) => order.orderId)).toContain(orderId)
  // A courier can't set out before a return is chosen.
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

test('asks about stored bags after 72 hours, once, and again after a stay of a week', async () => {
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
  // The bags can still be collected.
  expect((await operate(server, operatorHotelHand, orderId, { claimCode })).code).toBe(0)
  expect(await returningOf(orderId)).toBe(null)
})

test('sends bags on to a served address only', async () => {
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

const ownAddress = {
  kind: 'address',
  delivery: { kind: 'custom', regionId: 'shanghai', address: '1 Century Avenue', detail: '' },
} as const satisfies ReturnChoice

test('hands over bags that were sent on during a storage request', async () => {
  const { orderId, claimCode } = await carried()
  expect((await operate(server, operatorWarehouseApply, orderId)).code).toBe(0)
  const { bags } = (await operate(server, operatorGetOrder, orderId)).result
  const tagCodes = bags.slice(0, 1).map(({ tagCode }) => tagCode)
  expect((await operate(server, operatorConfirmPackages, orderId, { tagCodes })).code).toBe(0)
  expect(await step(orderId, { step: 'begin', reason: 'refused' })).toBe(0)
  expect((await choose(orderId, ownAddress)).code).toBe(0)
  expect(await step(orderId, { step: 'start' })).toBe(0)
  const { lifecycle, unconfirmedTags } = (await operate(server, operatorGetOrder, orderId)).result
  expect([lifecycle.warehouse, unconfirmedTags]).toEqual(['none', bags.map(({ tagCode }) => tagCode)])
  expect(await step(orderId, { step: 'complete' })).toBe(0)
  // That site has no storage.
  expect((await operate(server, operatorWarehouseApply, orderId)).code).toBe(5003)
  expect((await operate(server, operatorHand, orderId, { claimCode })).code).toBe(0)
  expect((await operate(server, operatorClose, orderId)).code).toBe(0)
})

const airport = { kind: 'site', siteId: 'pudong-airport-t2' } as const
const airportDesk = 'demo-site-pudong-airport-t2-token'
const stationDesk = 'demo-site-hongqiao-railway-station-token'

test('treats a repeated choice as one, and returns until when bags stay', async () => {
  const { orderId } = await stored()
  await step(orderId, { step: 'begin', reason: 'refused' })
  const kinds: ReturnChoice[] = [{ kind: 'keep' }, { kind: 'back' }, { kind: 'address', delivery: airport }]
  for (const choice of kinds) {
    const first = (await choose(orderId, choice)).result
    server.clock.advance(1_000)
    const { returning, updateTime } = (await choose(orderId, choice)).result
    expect([returning, updateTime]).toEqual([first.returning, first.updateTime])
    if (choice.kind === 'keep')
      expect(first.returning?.keptUntil).toBe(new Date(Date.parse(pickupTime) + 168 * hour).toISOString())
  }
  const chosen = (await ada.trace(orderId)).filter(({ facts }) => facts.returning === 'chosen')
  expect(chosen).toHaveLength(3)
})

test('returns the reason of a refused choice or step, and 5009 while the order is locked', async () => {
  const answerOf = async (call: Promise<{ code: number; result: unknown }>) => {
    const { code, result } = await call
    return [code, (result as { reason?: string } | null)?.reason ?? null]
  }
  const back = { kind: 'back' } as const
  const early = await ada.paidOrder()
  const begin = { step: 'begin', reason: 'refused' }
  const go = (orderId: string, body: object) => answerOf(operate(server, operatorReturn, orderId, body))
  expect(await go(early.orderId, begin)).toEqual([5003, 'notThere'])
  const { orderId, claimCode } = await stored()
  expect(await answerOf(choose(orderId, back))).toEqual([5003, 'notAsked'])
  expect(await go(orderId, begin)).toEqual([0, null])
  expect(await go(orderId, { step: 'start' })).toEqual([5003, 'asked'])
  const here = { kind: 'site', siteId: 'hongqiao-railway-station' } as const
  expect(await answerOf(choose(orderId, { kind: 'address', delivery: here }))).toEqual([1008, 'alreadyHere'])
  await operate(server, operatorReport, orderId, { reason: 'a strap is torn' })
  await operate(server, operatorResolve, orderId, { result: 'lockOrder', reason: 'looking into it' })
  expect(await answerOf(choose(orderId, back))).toEqual([5009, null])
  await operate(server, operatorResolve, orderId, { result: 'unlockOrder' })
  expect(await answerOf(choose(orderId, back))).toEqual([0, null])
  await go(orderId, { step: 'start' })
  expect(await answerOf(choose(orderId, back))).toEqual([5003, 'onTheWay'])
  await go(orderId, { step: 'complete' })
  expect(await answerOf(choose(orderId, back))).toEqual([5003, 'there'])
  await operate(server, operatorHand, orderId, { claimCode })
  expect(await answerOf(choose(orderId, back))).toEqual([5003, 'over'])
})

test('shows bags to the site that they are brought to, from when a courier has set out', async () => {
  const { orderId, claimCode } = await stored()
  const params = { orderId }
  const seenBy = async (token: string) => {
    const [{ result }, { code }] = await Promise.all([
      server.call(operatorListOrders, { token }),
      server.call(operatorGetOrder, { params, token }),
    ])
    return [result.list.some((order) => order.orderId === orderId), code]
  }
  const notificationsOf = async (token: string) =>
    (await server.call(listEmployeeNotifications, { token, query: { pageSize: '50' } })).result.list
      .filter(({ content }) => content.includes(orderId))
      .map(({ type, content }) => [type, JSON.parse(content).isDiverted ?? false])
      .reverse()
  await step(orderId, { step: 'begin', reason: 'refused' })
  await choose(orderId, { kind: 'address', delivery: airport })
  expect(await seenBy(airportDesk)).toEqual([false, 5004])
  await step(orderId, { step: 'start' })
  expect(await seenBy(airportDesk)).toEqual([true, 0])
  expect(await notificationsOf(airportDesk)).toEqual([[203, false]])
  expect((await notificationsOf(stationDesk)).at(-1)).toEqual([203, true])
  await step(orderId, { step: 'complete' })
  expect((await notificationsOf(airportDesk)).at(-1)).toEqual([201, false])
  const hand = (token: string) =>
    server.call(operatorHotelHand, { params, body: { claimCode: claimCode ?? '' }, token })
  expect((await hand(stationDesk)).code).toBe(1012)
  expect((await hand(airportDesk)).code).toBe(0)
  expect((await notificationsOf(stationDesk)).map(([type]) => type)).not.toContain(206)
})

test('discards the chosen return when the bags are collected after all', async () => {
  const { orderId, claimCode } = await stored()
  await step(orderId, { step: 'begin', reason: 'refused' })
  await choose(orderId, { kind: 'address', delivery: airport })
  expect((await operate(server, operatorHotelHand, orderId, { claimCode })).code).toBe(0)
  const { result } = await server.call(operatorListOrders, { token: airportDesk })
  expect(result.list.map((order) => order.orderId)).not.toContain(orderId)
  expect((await ada.read(orderId)).returning).toBe(null)
})

test('ends a destination request before bags can go back, and refuses another afterwards', async () => {
  const order = await ada.paidOrder()
  const { orderId } = order
  server.clock.set(pickupTime)
  const wish = () =>
    server.call(requestDestinationChange, {
      params: { orderId },
      body: { delivery: airport, deliveryTime: '2026-11-22T22:00:00+08:00' },
      token: ada.token,
    })
  const refusal = async (call: Promise<{ code: number; result: unknown }>) => {
    const { code, result } = await call
    return [code, (result as { reason?: string } | null)?.reason ?? null]
  }
  const yes = () => refusal(operate(server, operatorAnswerDestination, orderId, { result: 'allow' }))
  await carryToDelivery(server, order, async () => {
    expect((await wish()).code).toBe(0)
    expect(await step(orderId, { step: 'begin', reason: 'refused' })).toBe(5003)
  })
  expect((await ada.read(orderId)).changes?.open).toBe(null)
  expect(await yes()).toEqual([5010, 'over'])
  await step(orderId, { step: 'begin', reason: 'refused' })
  expect(await refusal(wish())).toEqual([5010, 'goingBack'])
  expect(await yes()).toEqual([5010, 'goingBack'])
  const no = { result: 'reject', reason: 'too far' }
  expect(await refusal(operate(server, operatorAnswerDestination, orderId, no))).toEqual([5010, 'goingBack'])
  const elsewhere = operate(server, operatorChangeDestination, orderId, { delivery: airport })
  expect(await refusal(elsewhere)).toEqual([5010, 'goingBack'])
})

test('shows on the receiver’s link where uncollected bags are', async () => {
  const { orderId } = await stored()
  const params = { orderId }
  const made = await server.call(makeReceiverLink, {
    params,
    body: { showsClaimCode: false },
    token: ada.token,
  })
  const token = made.result.link?.path?.replace('/trip/', '') ?? ''
  const trip = async () => {
    const { stage, returning, delivery } = (await server.call(readTrip, { body: { token } })).result
    return [stage, returning, delivery.name]
  }
  const station = 'Hongqiao Railway Station'
  expect(await trip()).toEqual(['stored', null, station])
  await step(orderId, { step: 'begin', reason: 'refused' })
  await operate(server, operatorChooseReturn, orderId, { choice: { kind: 'back' } })
  expect(await trip()).toEqual(['stored', 'asked', station])
  await step(orderId, { step: 'start' })
  expect(await trip()).toEqual(['stored', 'moving', 'Lakeside Garden Hotel'])
  await step(orderId, { step: 'complete' })
  expect(await trip()).toEqual(['stored', 'there', 'Lakeside Garden Hotel'])
})
