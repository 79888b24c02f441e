import {
  acceptInvitation,
  addEmployee,
  type ChangedFacts,
  inviteEmployee,
  operatorApproveRefund,
  operatorChangeOrder,
  operatorGetOrder,
  operatorListOperations,
  operatorPreviewChange,
  operatorReview,
  operatorWithdrawChange,
} from '@handsfree/core/contract'
import { describe, expect, test } from 'vitest'
import { newKey, newPhone } from '../harness.ts'
import { operate, operatorToken } from '../trip.ts'
import { useNewTraveller, useServer } from '../use-server.ts'

const server = useServer({ refundLimits: { CNY: 5_000 } })
const ada = useNewTraveller(server)

const preview = (orderId: string, body: ChangedFacts) =>
  server.call(operatorPreviewChange, { params: { orderId }, body, token: operatorToken })
const change = (orderId: string, facts: ChangedFacts, difference: number, idempotencyKey = newKey()) =>
  server.call(operatorChangeOrder, {
    params: { orderId },
    body: { facts, difference },
    token: operatorToken,
    idempotencyKey,
  })
/** Logged changes with their actors. */
const logOf = async (orderId: string) =>
  (await server.call(operatorListOperations, { params: { orderId }, token: operatorToken })).result
    .filter(({ action }) => action === 24)
    .map(({ actor, details }) => [actor, details])
const changesOf = async (orderId: string) =>
  (await ada.notifications())
    .map(({ content }) => content as Record<string, unknown>)
    .filter((content) => content.orderId === orderId)

async function passed(pieces = 2) {
  const order = await ada.paidOrder({ pieces })
  await operate(server, operatorReview, order.orderId, { result: 'pass' })
  return order
}
async function changeTo(orderId: string, facts: ChangedFacts) {
  const { difference } = (await preview(orderId, facts)).result
  return { difference, ...(await change(orderId, facts, difference.amount)) }
}

describe('an operator’s change for a traveller who called', () => {
  test('applies at once without a difference, in the operator’s name and without the recipient in the log', async () => {
    const { orderId } = await passed()
    const receiver = { name: 'Grace', dialCode: '86', phoneNumber: '13812342047' }
    const facts: ChangedFacts = {
      receiver,
      pickupTime: '2026-11-22T16:00:00+08:00',
      deliveryTime: '2026-11-22T21:00:00+08:00',
    }
    const { code } = await changeTo(orderId, facts)
    expect(code).toBe(0)
    expect(await ada.read(orderId)).toMatchObject({
      receiver: { name: 'Grace' },
      pickupTime: '2026-11-22T08:00:00.000Z',
      deliveryTime: '2026-11-22T13:00:00.000Z',
    })
    const log = await logOf(orderId)
    expect(log).toEqual([
      [
        'employee:operator',
        { difference: 0, changed: expect.arrayContaining(['pickupTime', 'deliveryTime', 'receiverName']) },
      ],
    ])
    expect(JSON.stringify(log)).not.toMatch(/Grace|13812342047/)
    expect(await changesOf(orderId)).toContainEqual(expect.objectContaining({ change: 'orderChanged' }))
  })

  test('waits for the traveller’s payment of a higher price, and asks them for it', async () => {
    const { orderId, total } = await passed()
    const { code, difference, result } = await changeTo(orderId, { pieces: 3 })
    expect(code).toBe(0)
    expect(result).toMatchObject({
      pieces: 2,
      changes: { open: { kind: 'order', stage: 'waitPayment', difference } },
    })
    expect(await changesOf(orderId)).toContainEqual(
      expect.objectContaining({ amount: difference.amount, purpose: 'change' }),
    )
    await ada.pay(orderId, 'supplementary')
    expect(await ada.read(orderId)).toMatchObject({
      pieces: 3,
      total: { amount: total.amount + difference.amount },
    })
    expect(await logOf(orderId)).toEqual([
      ['employee:operator', { difference: difference.amount, stage: 'waitPayment' }],
      ['employee:operator', { difference: difference.amount, changed: ['pieces'] }],
    ])
  })

  test('ends without a payment if the operator withdraws it, and only once', async () => {
    const { orderId } = await passed()
    await changeTo(orderId, { pieces: 3 })
    const withdraw = () => operate(server, operatorWithdrawChange, orderId)
    expect((await withdraw()).result.changes?.open).toBeNull()
    expect((await logOf(orderId)).at(-1)).toEqual(['employee:operator', { stage: 'withdrawn' }])
    expect(await changesOf(orderId)).toContainEqual(
      expect.objectContaining({ purpose: 'change', outcome: 'withdrawn' }),
    )
    expect(await withdraw()).toMatchObject({ code: 5010, result: { reason: 'over' } })
  })

  test('refunds a lower price within the limit', async () => {
    const { orderId } = await passed()
    const { difference, result } = await changeTo(orderId, { pieces: 1 })
    expect(difference.amount).toBeLessThan(0)
    expect(result).toMatchObject({ pieces: 1, refundRequests: [] })
    expect((await ada.read(orderId)).refunds).toMatchObject([{ amount: { amount: -difference.amount } }])
  })

  test('waits for a second operator if it returns more than the limit', async () => {
    const { orderId } = await passed(4)
    const { difference, result } = await changeTo(orderId, { pieces: 1 })
    const [request] = result.refundRequests
    expect(request).toMatchObject({
      act: 'operatorChangeOrder',
      amount: { amount: -difference.amount },
      state: 'waiting',
    })
    expect(await ada.read(orderId)).toMatchObject({ pieces: 4, refunds: [] })
    const params = { requestId: request!.requestId }
    const approve = (token: string) => server.call(operatorApproveRefund, { params, body: {}, token })
    expect((await approve(operatorToken)).code).toBe(1012)
    expect((await approve(await hireOperator())).code).toBe(0)
    expect(await ada.read(orderId)).toMatchObject({
      pieces: 1,
      refunds: [{ amount: { amount: -difference.amount } }],
    })
    expect(await logOf(orderId)).toMatchObject([['employee:operator', { changed: ['pieces'] }]])
  })

  test('happens once per idempotency key', async () => {
    const { orderId } = await passed()
    const key = newKey()
    const { difference } = (await preview(orderId, { pieces: 3 })).result
    const first = await change(orderId, { pieces: 3 }, difference.amount, key)
    const again = await change(orderId, { pieces: 3 }, difference.amount, key)
    expect(again.result.changes?.open?.changeId).toBe(first.result.changes?.open?.changeId)
    expect(await logOf(orderId)).toHaveLength(1)
  })

  test('follows the traveller’s rules: no unseen difference, no unchanged order, no change after free cancellation', async () => {
    const { orderId, pieces } = await passed()
    const unseen = await change(orderId, { pieces: 3 }, 0)
    expect([unseen.code, (unseen.result as unknown as { kind: string }).kind]).toEqual([8003, 'order'])
    expect(await preview(orderId, { pieces })).toMatchObject({
      code: 5010,
      result: { reason: 'nothingChanged' },
    })
    const { pickupTime } = await ada.read(orderId)
    server.clock.set(new Date(Date.parse(pickupTime) - 3 * 3_600_000).toISOString())
    expect(await change(orderId, { pieces: 1 }, -1)).toMatchObject({
      code: 5010,
      result: { reason: 'tooLate' },
    })
    const read = await server.call(operatorGetOrder, { params: { orderId }, token: operatorToken })
    expect(read.result.changes?.may).toBeNull()
  })
})

test('refuses to change unknown orders', async () => {
  expect((await change('no-such-order', { pieces: 3 }, 0)).code).toBe(5004)
})

async function hireOperator() {
  const body = { role: 'operator' as const, name: 'Lin', phone: `+86 ${newPhone()}` }
  const params = {
    employeeId: (await server.call(addEmployee, { body, token: operatorToken })).result.employeeId,
  }
  const invitation = (await server.call(inviteEmployee, { params, body: {}, token: operatorToken })).result
  const joined = await server.call(acceptInvitation, {
    params: { token: invitation.token },
    body: { password: 'seven brown bags' },
  })
  return joined.result.token
}
