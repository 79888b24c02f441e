import {
  courierViews,
  type OrderDraft,
  operatorArriveAtDelivery,
  operatorArriveAtPickup,
  operatorConfirmPackages,
  operatorCountOrders,
  operatorGetOrder,
  operatorHand,
  operatorHotelHand,
  operatorListOperations,
  operatorListOrders,
  operatorPickUp,
  operatorReport,
  operatorResolve,
  operatorReturn,
  operatorReview,
  operatorStartTransport,
  operatorWarehouseApply,
  operatorWarehouseConfirm,
  siteViews,
} from '@handsfree/core/contract'
import { beforeEach, expect, test } from 'vitest'
import { sendDueTextMessages } from '../../../server/flows/send-text-messages.ts'
import { returnsOf } from '../return-steps.ts'
import { assign, courierToken, newBags, operate, operatorToken, pickupTime } from '../trip.ts'
import { useServer, useTraveller } from '../use-server.ts'

const server = useServer()
const ada = useTraveller(server)
beforeEach(() => server.clock.set('2026-11-21T02:00:00.000Z'))

const { stored, choose, step } = returnsOf(server, ada)
const hotelDesk = 'demo-site-lakeside-garden-hotel-token'
const stationDesk = 'demo-site-hongqiao-railway-station-token'

async function onTheRoad(changes: Partial<OrderDraft> = {}) {
  const order = await ada.paidOrder(changes)
  server.clock.set(pickupTime)
  await operate(server, operatorReview, order.orderId, { result: 'pass' })
  await assign(server, order.orderId)
  await operate(server, operatorArriveAtPickup, order.orderId)
  await operate(server, operatorPickUp, order.orderId, { bags: newBags(2) })
  await operate(server, operatorStartTransport, order.orderId)
  return order
}

async function decide(orderId: string, result: 'cancelOrder' | 'closeOrder', reason: string) {
  await operate(server, operatorReport, orderId, { reason })
  await sendDueTextMessages(server.services)
  server.texts.length = 0
  expect((await operate(server, operatorResolve, orderId, { result, reason })).code).toBe(0)
  await sendDueTextMessages(server.services)
}

const newsOf = async (orderId: string, change: string) =>
  (await ada.notifications())
    .map(({ content }) => content as { orderId: string; change?: string })
    .filter((content) => content.orderId === orderId && content.change === change)

const listOf = async (token: string, view: number) => {
  const { result } = await server.call(operatorListOrders, { token, query: { view: String(view) } })
  return result.list.map(({ orderId }) => orderId)
}

test('lets a courier return bags for free after a cancellation on the way', async () => {
  const { orderId, orderNumber, claimCode } = await onTheRoad()
  await decide(orderId, 'cancelOrder', 'The van broke down')
  const { hotline } = server.services.settings
  expect(server.texts.map(({ text }) => text)).toEqual([
    `Handsfree ${orderNumber}: sorry, we had to cancel this order. A courier has your 2 bags. Choose a new destination on your order's page, or call ${hotline}.`,
  ])
  expect(await newsOf(orderId, 'recalled')).toMatchObject([{ pieces: 2 }])
  const seen = await ada.read(orderId)
  expect([seen.status, seen.view, seen.claimCode, seen.refunds.length, seen.lifecycle.closing]).toEqual([
    'in_transit',
    201,
    claimCode,
    1,
    'open',
  ])
  expect(seen.returning).toMatchObject({ state: 'wait', reason: 'cancelled', fee: { amount: 0 } })

  const eventsOfCourier = async () =>
    (await server.call(operatorGetOrder, { params: { orderId }, token: courierToken })).result.events
  expect(await listOf(courierToken, courierViews.transporting)).toContain(orderId)
  expect(await eventsOfCourier()).toContain('transport.complete')
  expect((await choose(orderId, { kind: 'back' })).result.returning?.paymentId).toBe(null)
  expect(await eventsOfCourier()).toContain('return.start')
  expect(await step(orderId, { step: 'start' })).toBe(0)
  expect(await eventsOfCourier()).not.toContain('transport.complete')
  expect(await listOf(hotelDesk, siteViews.notArrived)).toContain(orderId)
  expect(
    (
      await server.call(operatorReturn, {
        params: { orderId },
        body: { step: 'complete' },
        token: courierToken,
      })
    ).code,
  ).toBe(0)
  expect((await ada.read(orderId)).currentAddress).toBe('Lakeside Garden Hotel')
  expect(await listOf(hotelDesk, siteViews.inSite)).toContain(orderId)
  expect((await operate(server, operatorHand, orderId, { claimCode })).code).toBe(0)
  const over = await ada.read(orderId)
  expect([over.lifecycle.closing, over.view, over.claimCode]).toEqual(['cancelled', 203, null])
  expect(over.cancelTime).toBe(seen.cancelTime)
  expect((await ada.trace(orderId)).at(-1)?.facts.place).toBe('Lakeside Garden Hotel')
})

test('lists bags of an order cancelled in storage at the desk until they are collected', async () => {
  const { orderId, claimCode } = await stored()
  await decide(orderId, 'cancelOrder', 'The guest called')
  expect(server.texts[0]?.text).toContain('Your 2 bags are at Hongqiao Railway Station.')
  expect(await listOf(stationDesk, siteViews.waitHand)).toContain(orderId)
  const handed = await server.call(operatorHotelHand, {
    params: { orderId },
    body: { claimCode: claimCode ?? '' },
    token: stationDesk,
  })
  expect([handed.code, handed.result.lifecycle.closing]).toEqual([0, 'cancelled'])
})

test('notifies the traveller of an order that is closed without a hand-over', async () => {
  const { orderId, orderNumber } = await onTheRoad()
  await decide(orderId, 'closeOrder', 'Bags destroyed')
  const { hotline } = server.services.settings
  expect(server.texts.map(({ text }) => text)).toEqual([
    `Handsfree ${orderNumber}: sorry, we couldn't deliver your 2 bags and closed this order. See why and make a claim on its page, or call ${hotline}.`,
  ])
  expect(await newsOf(orderId, 'closedUndelivered')).toMatchObject([{ reason: 'Bags destroyed', pieces: 2 }])
  expect((await ada.trace(orderId)).slice(-2).map(({ facts }) => facts)).toEqual([
    { isUndelivered: true, reason: 'Bags destroyed' },
    { refund: { amount: 19_60, currency: 'CNY' } },
  ])
})

test('notes the shelf of stored bags, moves them to another one, and clears it when they leave', async () => {
  const { orderId } = await onTheRoad()
  await operate(server, operatorArriveAtDelivery, orderId)
  await operate(server, operatorWarehouseApply, orderId)
  const read = async () => (await operate(server, operatorGetOrder, orderId)).result
  const tagCodes = (await read()).bags.map(({ tagCode }) => tagCode)
  const shelves = async () => (await read()).bags.map(({ shelf }) => shelf)
  const confirm = (tags: string[], shelf: string) =>
    server.call(operatorConfirmPackages, {
      params: { orderId },
      body: { tagCodes: tags, shelf },
      token: stationDesk,
    })
  await confirm(tagCodes, 'A1')
  await confirm(tagCodes.slice(1), 'A2')
  expect(await shelves()).toEqual(['A1', 'A2'])
  await operate(server, operatorWarehouseConfirm, orderId)
  await step(orderId, { step: 'begin', reason: 'refused' })
  await choose(orderId, { kind: 'back' })
  await step(orderId, { step: 'start' })
  expect(await shelves()).toEqual([null, null])
})

test('finds a site’s orders by tag, room, recipient and phone number, and logs each', async () => {
  const receiver = { name: 'Mei_Lin Zhou', dialCode: '86', phoneNumber: '13900457781' }
  const { orderId } = await onTheRoad({ receiver, roomNumber: '12C' })
  const { bags } = (await operate(server, operatorGetOrder, orderId)).result
  const find = async (reference: string, token = stationDesk) =>
    (await server.call(operatorListOrders, { query: { reference }, token })).result.list.map(
      (order) => order.orderId,
    )
  const logged = async () => {
    const { result } = await server.call(operatorListOperations, {
      params: { orderId },
      token: operatorToken,
    })
    return result.filter(({ action, actor }) => action === 801 && actor.includes('hongqiao')).length
  }
  expect([await find(bags[0]!.tagCode.toLowerCase()), await logged()]).toEqual([[orderId], 1])
  for (const text of ['lin zh', '457 781', '12c']) {
    expect(await find(text), text).toEqual([orderId])
  }
  expect(await logged()).toBe(4)
  expect([await find(receiver.name, courierToken), await find('%'), await find('Mei-Lin')]).toEqual([
    [],
    [],
    [],
  ])
  expect([await find(' '), await find('M'), await logged()]).toEqual([[], [], 4])
})

test('finds open orders for an operator also by the traveler and the plate, and logs each', async () => {
  const receiver = { name: 'Nils Holm', dialCode: '46', phoneNumber: '701112233' }
  const { orderId } = await onTheRoad({ receiver, roomNumber: 'XK7' })
  const find = async (reference: string) => {
    const { result } = await server.call(operatorListOrders, { query: { reference }, token: operatorToken })
    return result.list.map((order) => order.orderId)
  }
  const { traveller, courier: carrier } = (await operate(server, operatorGetOrder, orderId)).result
  const plate = carrier!.plate.replace('·', '').toLowerCase()
  for (const text of ['holm', '112 233', 'xk7', traveller!.phoneNumber, plate]) {
    expect(await find(text), text).toContain(orderId)
  }
  expect([await find('--'), await find('XK')]).toEqual([[], []])
  const log = await server.call(operatorListOperations, { params: { orderId }, token: operatorToken })
  // Five searches and one read.
  expect(log.result.filter(({ action }) => action === 801)).toHaveLength(6)
})

test('lists and counts bags at the desk where they are, also after a return', async () => {
  const { orderId } = await stored()
  const views = [
    siteViews.waitWarehouse,
    siteViews.notArrived,
    siteViews.waitPickup,
    siteViews.inSite,
    siteViews.waitHand,
  ]
  const shown = async (token: string) => {
    const { result } = await server.call(operatorCountOrders, { token, query: { audience: 'site' } })
    const lists = await Promise.all(views.map((view) => listOf(token, view)))
    const counts = new Map(result.map(({ view, orders }) => [view, orders]))
    expect(views.map((view) => counts.get(view))).toEqual(lists.map(({ length }) => length))
    return views.filter((_, index) => lists[index]?.includes(orderId))
  }
  const { notArrived, inSite, waitHand } = siteViews
  expect([await shown(hotelDesk), await shown(stationDesk)]).toEqual([[], [inSite, waitHand]])
  await step(orderId, { step: 'begin', reason: 'refused' })
  await choose(orderId, { kind: 'back' })
  await step(orderId, { step: 'start' })
  expect([await shown(hotelDesk), await shown(stationDesk)]).toEqual([[notArrived], []])
  await step(orderId, { step: 'complete' })
  expect([await shown(hotelDesk), await shown(stationDesk)]).toEqual([[inSite, waitHand], []])
})
