import {
  acceptInvitation,
  addEmployee,
  type CallShape,
  createClaim,
  getClaim,
  inviteEmployee,
  makeEmployeeToken,
  operatorApproveRefund,
  operatorCancel,
  operatorChange,
  operatorGetClaim,
  operatorGetOrder,
  operatorGetQueue,
  operatorListOperations,
  operatorOfferClaim,
  operatorPickUp,
  operatorRejectRefund,
  operatorReport,
  operatorResolve,
  operatorReview,
  operatorStartClaim,
  operatorWithdrawRefund,
  type RefundRequest,
  setEmployeeState,
} from '@handsfree/core/contract'
import { errorCodes } from '@handsfree/core/lib'
import { beforeAll, describe, expect, test } from 'vitest'
import { newKey, newPhone } from '../harness.ts'
import { assign, newBags, operate, operatorToken } from '../trip.ts'
import { useNewTraveller, useServer } from '../use-server.ts'

const server = useServer({ refundLimits: { CNY: 5_000 } })
const ada = useNewTraveller(server)
const reason = 'The traveler called'

async function hire(name: string) {
  const body = { role: 'operator' as const, name, phone: `+86 ${newPhone()}` }
  const { employeeId } = (await server.call(addEmployee, { body, token: operatorToken })).result
  const params = { employeeId }
  const invitation = (await server.call(inviteEmployee, { params, body: {}, token: operatorToken })).result
  const joined = await server.call(acceptInvitation, {
    params: { token: invitation.token },
    body: { password: 'seven brown bags' },
  })
  return { employeeId, name, token: joined.result.token }
}

let lin: Awaited<ReturnType<typeof hire>>
beforeAll(async () => {
  lin = await hire('Lin')
})

const decide = (shape: CallShape, { requestId }: Pick<RefundRequest, 'requestId'>, token = lin.token) =>
  server.call(shape, {
    params: { requestId },
    body: shape === operatorRejectRefund ? { reason: 'Offer a new time first' } : {},
    token,
  })
const readForOperator = async (orderId: string) =>
  (await server.call(operatorGetOrder, { params: { orderId }, token: operatorToken })).result
const queued = async (orderId: string) =>
  (await server.call(operatorGetQueue, { token: operatorToken })).result.list.filter(
    (entry) => entry.orderId === orderId && entry.kind === 'approval',
  )
/** A paid order whose cancellation waits for another operator. */
async function requestCancel() {
  const { orderId } = await ada.paidOrder()
  const { code, result } = await operate(server, operatorCancel, orderId, { reason })
  expect(code).toBe(0)
  return { orderId, request: result.refundRequests[0]! }
}
const decided = (why: string) => ({ code: errorCodes.paramError, result: { field: 'request', reason: why } })

describe('a cancellation whose refund exceeds the limit', () => {
  test('waits in the queue and changes nothing for the traveller', async () => {
    const { orderId, request } = await requestCancel()
    expect(request).toMatchObject({
      act: 'operatorCancel',
      amount: { amount: 9_800, currency: 'CNY' },
      words: reason,
      requester: { employeeId: 'operator' },
      state: 'waiting',
      decider: null,
    })
    expect(await queued(orderId)).toMatchObject([
      { subjectId: request.requestId, amount: { amount: 9_800, currency: 'CNY' } },
    ])
    expect(await ada.read(orderId)).toMatchObject({ status: 'reviewing', refunds: [] })
    expect((await ada.notifications()).filter(({ type }) => type === 10)).toEqual([])
  })

  test('goes through in the requester’s name once another operator approves it', async () => {
    const { orderId, request } = await requestCancel()
    const { code, result } = await decide(operatorApproveRefund, request)
    expect({ code, state: result.state, decider: result.decider }).toEqual({
      code: 0,
      state: 'approved',
      decider: { employeeId: lin.employeeId, name: 'Lin' },
    })
    expect((await ada.read(orderId)).refunds).toMatchObject([{ amount: { amount: 9_800 } }])
    expect(await queued(orderId)).toEqual([])
    const log = (
      await server.call(operatorListOperations, { params: { orderId }, token: operatorToken })
    ).result.map(({ action, actor }) => [action, actor])
    expect(log).toContainEqual([311, 'employee:operator'])
    expect(log).toContainEqual([18, 'employee:operator'])
    expect(log).toContainEqual([312, `employee:${lin.employeeId}`])
  })

  test('stays undone if another operator rejects it, who says why', async () => {
    const { orderId, request } = await requestCancel()
    expect((await decide(operatorRejectRefund, request)).code).toBe(0)
    const { refundRequests } = await readForOperator(orderId)
    expect(refundRequests).toMatchObject([{ state: 'rejected', reason: 'Offer a new time first' }])
    expect((await ada.read(orderId)).refunds).toEqual([])
  })

  test('refuses the requester, a token of another operator and couriers as approvers', async () => {
    const { orderId, request } = await requestCancel()
    const made = await server.call(makeEmployeeToken, {
      params: { employeeId: lin.employeeId },
      body: {},
      token: operatorToken,
    })
    for (const token of [operatorToken, made.result.token])
      expect((await decide(operatorApproveRefund, request, token)).code).toBe(errorCodes.accessDenied)
    expect(await queued(orderId)).toHaveLength(1)
  })

  test('lets only its requester withdraw it', async () => {
    const { request } = await requestCancel()
    expect((await decide(operatorWithdrawRefund, request)).code).toBe(errorCodes.accessDenied)
    expect((await decide(operatorWithdrawRefund, request, operatorToken)).result.state).toBe('withdrawn')
    expect(await decide(operatorApproveRefund, request)).toMatchObject(decided('decided'))
  })

  test('takes the decision of the first of two operators', async () => {
    const mei = await hire('Mei')
    const { orderId, request } = await requestCancel()
    const answers = await Promise.all([
      decide(operatorApproveRefund, request),
      decide(operatorApproveRefund, request, mei.token),
    ])
    expect(answers.map(({ code }) => code).sort()).toEqual([0, errorCodes.paramError])
    expect((await ada.read(orderId)).refunds).toHaveLength(1)
    const winner = answers[0].code === 0 ? lin.token : mei.token
    expect((await decide(operatorApproveRefund, request, winner)).code).toBe(0)
    expect((await ada.read(orderId)).refunds).toHaveLength(1)
  })

  test('stays one request if it is sent again, and refuses other refunds of the order', async () => {
    const { orderId, request } = await requestCancel()
    const again = await operate(server, operatorCancel, orderId, { reason })
    expect(again.result.refundRequests).toEqual([request])
    const other = await operate(server, operatorReview, orderId, { result: 'reject', reason })
    expect(other).toMatchObject({ code: errorCodes.refundApplyExists, result: { reason: 'waiting' } })
  })

  test('refuses the approval if the order has changed since', async () => {
    const { orderId, request } = await requestCancel()
    await operate(server, operatorReview, orderId, { result: 'pass' })
    await operate(server, operatorChange, orderId, { pieces: 1, photos: [] })
    expect(await decide(operatorApproveRefund, request)).toMatchObject(decided('changed'))
    expect((await ada.read(orderId)).status).toBe('review_pass')
  })

  test('refuses the approval if its requester has been disabled', async () => {
    const kim = await hire('Kim')
    const { orderId } = await ada.paidOrder()
    const sent = { params: { orderId }, body: { reason }, token: kim.token }
    const { result } = await server.call(operatorCancel, sent)
    const params = { employeeId: kim.employeeId }
    await server.call(setEmployeeState, { params, body: { isDisabled: true }, token: operatorToken })
    expect(await decide(operatorApproveRefund, result.refundRequests[0]!)).toMatchObject(decided('disabled'))
    expect((await decide(operatorRejectRefund, result.refundRequests[0]!)).code).toBe(0)
  })
})

test('carries out an act within the limit', async () => {
  const { orderId } = await ada.paidOrder()
  await operate(server, operatorReview, orderId, { result: 'pass' })
  const { result } = await operate(server, operatorChange, orderId, { pieces: 1, photos: [] })
  expect(result).toMatchObject({ refundRequests: [], pieces: 1 })
})

test('makes a request of a rejected review', async () => {
  const { orderId } = await ada.paidOrder()
  const { result } = await operate(server, operatorReview, orderId, { result: 'reject', reason })
  expect(result.refundRequests).toMatchObject([{ act: 'operatorReview', amount: { amount: 9_800 } }])
})

async function pickedUp() {
  const { orderId } = await ada.paidOrder()
  await operate(server, operatorReview, orderId, { result: 'pass' })
  await assign(server, orderId)
  await operate(server, operatorPickUp, orderId, { bags: newBags(2) })
  return orderId
}

test('makes a request of a cancellation that settles a report', async () => {
  const orderId = await pickedUp()
  await operate(server, operatorReport, orderId, { reason: 'The van broke down' })
  const { result } = await operate(server, operatorResolve, orderId, { result: 'cancelOrder', reason })
  expect(result.refundRequests).toMatchObject([{ act: 'operatorResolve', amount: { amount: 9_800 } }])
})

test('makes a request of an offer for a claim, which the traveller sees once it is approved', async () => {
  const orderId = await pickedUp()
  const { claimId } = (
    await server.call(createClaim, {
      params: { orderId },
      body: { kind: 'damaged', words: 'A wheel is broken', photos: [], amount: 6_000 },
      token: ada.token,
      idempotencyKey: newKey(),
    })
  ).result
  const params = { claimId }
  const readOwn = async () => (await server.call(getClaim, { params, token: ada.token })).result.offer
  await server.call(operatorStartClaim, { params, body: {}, token: operatorToken })
  const body = { amount: 6_000, words: 'We are sorry' }
  const { result } = await server.call(operatorOfferClaim, { params, body, token: operatorToken })
  expect(result).toMatchObject({ offer: null, refundRequest: { claimId, words: 'We are sorry' } })
  expect(await readOwn()).toBeNull()
  await decide(operatorApproveRefund, result.refundRequest!)
  expect(await readOwn()).toMatchObject({ amount: { amount: 6_000 }, words: 'We are sorry' })
  const read = await server.call(operatorGetClaim, { params, token: operatorToken })
  expect(read.result.refundRequest).toBeNull()
})
