import {
  listNotifications,
  operatorChange,
  operatorHotelHand,
  operatorReview,
} from '@handsfree/core/contract'
import { beforeEach, expect, test } from 'vitest'
import { runUnpaidOrders } from '../../../../server/flows/unpaid-orders.ts'
import { runWaitingBags } from '../../../../server/flows/waiting-bags.ts'
import {
  assign,
  carryToDelivery,
  newTraveller,
  operate,
  runDue,
  storeAtDelivery,
  type TestTraveller,
  useCard,
} from '../../trip.ts'
import { useServer } from '../../use-server.ts'

const minute = 60_000

const server = useServer()
beforeEach(() => server.clock.set('2026-11-21T02:00:00.000Z'))

/** Notifications of a type, oldest first: amount, outcome, popup state and read state. */
const told = async ({ token }: TestTraveller, type: number) => {
  const { result } = await server.call(listNotifications, { query: { pageSize: '50' }, token })
  return result.list
    .filter((item) => item.type === type)
    .map(({ content, isPopup, isRead }) => {
      const { amount, outcome = 'due' } = JSON.parse(content)
      return [amount, outcome, isPopup ? 'popup' : 'quiet', isRead ? 'read' : 'unread'].join(' ')
    })
    .reverse()
}

const atTheDesk = async () => {
  const traveller = await newTraveller(server)
  const { orderId } = await traveller.paidOrder()
  await operate(server, operatorReview, orderId, { result: 'pass' })
  await assign(server, orderId)
  const count = async (pieces: number) =>
    expect((await operate(server, operatorChange, orderId, { pieces })).code).toBe(0)
  return { traveller, orderId, count, asked: () => told(traveller, 1) }
}

test('notifies of a recounted surcharge once, with the amount due now', async () => {
  const { count, asked } = await atTheDesk()
  await count(4)
  expect(await asked()).toEqual(['7350 due popup unread'])
  await count(3)
  expect(await asked()).toEqual(['7350 withdrawn quiet read', '2450 due popup unread'])
  for (let times = 0; times < 10; times++) await count(times % 2 === 0 ? 5 : 4)
  expect((await asked()).filter((one) => one.includes('popup') || one.includes('unread'))).toEqual([
    '7350 due popup unread',
  ])
})

test('retires the notification of a withdrawn surcharge', async () => {
  const { traveller, count, asked } = await atTheDesk()
  await count(4)
  server.hints.length = 0
  await count(2)
  expect(await asked()).toEqual(['7350 withdrawn quiet read'])
  // Open pages get a hint.
  expect(server.hints.filter(({ kind }) => kind === 'unread').length).toBeGreaterThan(0)
  expect(server.hints.every(({ uin }) => uin === traveller.uin)).toBe(true)
})

test('retires the notification of a paid surcharge, and notifies of the next one', async () => {
  const { traveller, orderId, count, asked } = await atTheDesk()
  await count(3)
  await traveller.pay(orderId, 'supplementary')
  expect(await asked()).toEqual(['2450 paid quiet read'])
  await count(4)
  expect(await asked()).toEqual(['2450 paid quiet read', '4900 due popup unread'])
})

test('retires the notification of a surcharge when its order is cancelled', async () => {
  const { traveller, orderId, count, asked } = await atTheDesk()
  await count(3)
  expect((await traveller.cancel(orderId)).code).toBe(0)
  expect(await asked()).toEqual(['2450 withdrawn quiet read'])
})

test('retires only the notifications of the order that was paid or cancelled', async () => {
  const { traveller, orderId, count, asked } = await atTheDesk()
  await count(3)
  const other = await traveller.order()
  server.clock.advance(5 * minute)
  await runUnpaidOrders(server.services)
  await traveller.pay(orderId, 'supplementary')
  expect(await asked()).toEqual(['2450 paid quiet read', '9800 due quiet unread'])
  await traveller.cancel(other.orderId)
  expect(await asked()).toEqual(['2450 paid quiet read', '9800 withdrawn quiet read'])
})

test('retires a reminder and a declined card’s notification once the order is paid', async () => {
  const traveller = await newTraveller(server)
  const { orderId } = await traveller.order()
  server.clock.advance(5 * minute)
  await runUnpaidOrders(server.services)
  const { redirectUrl } = await traveller.openSession(orderId)
  await useCard(server, redirectUrl, 'declined')
  expect(await told(traveller, 1)).toEqual(['9800 due quiet unread', '9800 due quiet unread'])
  await traveller.pay(orderId)
  await runDue(server)
  expect(await told(traveller, 1)).toEqual(['9800 paid quiet read', '9800 paid quiet read'])
})

test('retires the notification of waiting bags once they are collected', async () => {
  const traveller = await newTraveller(server)
  const order = await traveller.paidOrder()
  await carryToDelivery(server, order)
  await storeAtDelivery(server, order)
  server.clock.advance(24 * 60 * minute)
  await runWaitingBags(server.services)
  expect(await told(traveller, 7)).toEqual([' due popup unread'])
  const { claimCode } = await traveller.read(order.orderId)
  expect((await operate(server, operatorHotelHand, order.orderId, { claimCode })).code).toBe(0)
  expect(await told(traveller, 7)).toEqual([' due quiet read'])
})
