import {
  listEmployeeNotifications,
  operatorAssign,
  operatorDecide,
  operatorGetOrder,
  operatorListOperations,
  operatorReview,
  operatorTransferApply,
} from '@handsfree/core/contract'
import { beforeEach, expect, test } from 'vitest'
import { runUnansweredAsks } from '../../../server/flows/unanswered-asks.ts'
import { courierToken, operate, operatorToken, otherCourier, pickupTime } from '../trip.ts'
import { useServer, useTraveller } from '../use-server.ts'

const minute = 60_000
const server = useServer()
const ada = useTraveller(server)
beforeEach(() => server.clock.set('2026-11-21T02:00:00.000Z'))

const until = (time: number) => server.clock.set(new Date(time))
const read = async (orderId: string) =>
  (await server.call(operatorGetOrder, { params: { orderId }, token: operatorToken })).result
const lastOperation = async (orderId: string) => {
  const log = await server.call(operatorListOperations, { params: { orderId }, token: operatorToken })
  const { action, actor, details } = log.result.filter((entry) => entry.logType === 0).at(-1)!
  return { action, actor, details }
}
const toldOf = async (orderId: string, token = courierToken) => {
  const { result } = await server.call(listEmployeeNotifications, { query: { pageSize: '50' }, token })
  return result.list
    .map(({ type, content }) => ({ type, facts: JSON.parse(content) }))
    .filter(({ facts }) => facts.orderId === orderId)
    .map(({ type, facts }) => [type, facts.isUnanswered ?? false])
}
const asked = async () => {
  const { orderId } = await ada.paidOrder()
  await operate(server, operatorReview, orderId, { result: 'pass' })
  const ask = { employeeId: 'courier-0731' }
  return { orderId, ask }
}

test('withdraws an ask without an answer in 10 minutes, once with two instances, and notifies the courier', async () => {
  const { orderId, ask } = await asked()
  const askTime = Date.parse(pickupTime) - 60 * minute
  until(askTime)
  await operate(server, operatorAssign, orderId, ask)
  const end = new Date(askTime + 10 * minute)
  expect((await read(orderId)).askEndTime).toBe(end.toISOString())

  until(end.getTime() - 1)
  await runUnansweredAsks(server.services)
  expect((await read(orderId)).lifecycle.assignment).toBe('waitDecision')

  until(end.getTime())
  await Promise.all([runUnansweredAsks(server.services), runUnansweredAsks(server.services)])
  expect(await read(orderId)).toMatchObject({
    lifecycle: { assignment: 'none' },
    courierId: null,
    askEndTime: null,
  })
  expect(await lastOperation(orderId)).toEqual({
    action: 7,
    actor: 'system',
    details: { courier: expect.any(String), isUnanswered: true },
  })
  expect(await toldOf(orderId)).toEqual([
    [302, true],
    [301, false],
  ])
})

test('keeps an ask for a later pickup open until two hours before it', async () => {
  const { orderId, ask } = await asked()
  await operate(server, operatorAssign, orderId, ask)
  const end = Date.parse(pickupTime) - 120 * minute
  expect((await read(orderId)).askEndTime).toBe(new Date(end).toISOString())
  until(end - 1)
  await runUnansweredAsks(server.services)
  expect((await read(orderId)).lifecycle.assignment).toBe('waitDecision')
  until(end)
  await runUnansweredAsks(server.services)
  expect((await read(orderId)).lifecycle.assignment).toBe('none')
})

test('keeps an order with its courier after an accepted ask, and after an unanswered request to take over', async () => {
  const { orderId, ask } = await asked()
  const askTime = Date.parse(pickupTime) - 60 * minute
  until(askTime)
  await operate(server, operatorAssign, orderId, ask)
  await operate(server, operatorDecide, orderId, { result: 'allow' })
  await operate(server, operatorTransferApply, orderId, otherCourier)
  until(askTime + 10 * minute)
  await runUnansweredAsks(server.services)
  expect(await read(orderId)).toMatchObject({
    lifecycle: { assignment: 'accepted', transfer: 'none' },
    courierId: 'courier-0731',
    transferToId: null,
    askEndTime: null,
  })
  expect(await lastOperation(orderId)).toMatchObject({ action: 21, details: { isUnanswered: true } })
  expect((await toldOf(orderId))[0]).toEqual([305, false])
  expect((await toldOf(orderId, 'demo-courier-0418-token'))[0]).toEqual([302, true])

  until(askTime + 60 * minute)
  await runUnansweredAsks(server.services)
  expect((await read(orderId)).lifecycle.assignment).toBe('accepted')
})
