import {
  operatorListClaims,
  operatorListMessages,
  operatorPickUp,
  operatorReview,
} from '@handsfree/core/contract'
import { errorCodes } from '@handsfree/core/lib'
import { expect, test } from 'vitest'
import { settleClaim } from '../../claim-steps.ts'
import { assign, newBags, operate, operatorToken } from '../../trip.ts'
import { useNewTraveller, useServer } from '../../use-server.ts'

const server = useServer()
const ada = useNewTraveller(server)

async function pickedUp() {
  const { orderId } = await ada.paidOrder()
  await operate(server, operatorReview, orderId, { result: 'pass' })
  await assign(server, orderId)
  await operate(server, operatorPickUp, orderId, { bags: newBags(2) })
  return orderId
}

test('lists an order’s texts and notifications for operators, without numbers', async () => {
  const orderId = await pickedUp()
  const { result } = await server.call(operatorListMessages, { params: { orderId }, token: operatorToken })
  expect(result).toContainEqual({
    channel: 'text',
    kind: 'pickedUp',
    to: 'traveller',
    state: 'due',
    time: '2026-11-21T02:00:00.000Z',
  })
  expect(result).toContainEqual({
    channel: 'notification',
    kind: 'pickuped',
    isRead: false,
    time: '2026-11-21T02:00:00.000Z',
  })
  expect(JSON.stringify(result)).not.toMatch(/\d{11}/)
})

test('refuses the messages of an unknown order', async () => {
  const answer = await server.call(operatorListMessages, { params: { orderId: 'no' }, token: operatorToken })
  expect(answer.code).toBe(errorCodes.expressNotFound)
})

test('lists the claims of one order only', async () => {
  const [orderId, other] = [await pickedUp(), await pickedUp()]
  await settleClaim(server, ada, orderId, 1_000)
  await settleClaim(server, ada, other, 1_000)
  const query = { state: 'all' as const, orderId }
  const { list } = (await server.call(operatorListClaims, { query, token: operatorToken })).result
  expect(list.map((claim) => claim.orderId)).toEqual([orderId])
})
