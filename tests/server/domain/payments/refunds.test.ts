import {
  operatorChange,
  operatorGetOrder,
  operatorRefundDone,
  operatorReview,
} from '@handsfree/core/contract'
import { eq } from 'drizzle-orm'
import { beforeEach, expect, test, vi } from 'vitest'
import { payments, refunds } from '../../../../server/domain/payments/payments.table.ts'
import type { PaymentProvider, RefundAnswer } from '../../../../server/domain/payments/provider.ts'
import { sandboxEvents, sandboxSessions } from '../../../../server/domain/payments/sandbox/sandbox.table.ts'
import { runDuePayments } from '../../../../server/flows/due-payments.ts'
import { describeError } from '../../../../server/runtime/http/describe-error.ts'
import { withResolvers } from '../../../with-resolvers.ts'
import { postSandboxEvent, runDuePaymentsWith } from '../../sandbox-events.ts'
import { assign, operate, operatorToken, runDue } from '../../trip.ts'
import { useNewTraveller, useServer } from '../../use-server.ts'

const server = useServer()
const second = 1000
const minute = 60 * second
const hour = 60 * minute
const ada = useNewTraveller(server)
beforeEach(async () => {
  // Clears due work of earlier tests.
  const { db } = server.services
  await db.update(refunds).set({ tryTime: null })
  await db.delete(sandboxEvents)
})

const refundOf = async (orderId: string) => {
  const [refund] = await server.services.db.select().from(refunds).where(eq(refunds.orderId, orderId))
  return refund!
}
const stateOf = async (orderId: string) => (await refundOf(orderId)).state
const paymentOf = async (orderId: string) => {
  const [payment] = await server.services.db.select().from(payments).where(eq(payments.orderId, orderId))
  return payment?.state
}

/** A cancelled order whose refund the sandbox bank returns until `heal` is called. */
async function bouncing() {
  const { orderId } = await ada.paidOrder()
  const { db } = server.services
  await db.update(sandboxSessions).set({ failsRefunds: true })
  await ada.cancel(orderId)
  return { orderId, heal: () => db.update(sandboxSessions).set({ failsRefunds: false }) }
}

const webhook = (refundId: string, type: string, attempt = 0) =>
  postSandboxEvent(server, { type: `refund.${type}`, refundId, attempt })
const dueWith = (changes: Partial<PaymentProvider>) => runDuePaymentsWith(server, changes)

test('retries a refund that the provider failed, as a new attempt, until it is done', async () => {
  const { orderId, heal } = await bouncing()
  await runDue(server)
  await runDue(server, 10 * second)
  const failed = await refundOf(orderId)
  expect([failed.state, failed.attempt, failed.lastError]).toEqual([
    'due',
    1,
    'the sandbox’s bank sent it back',
  ])
  expect((await ada.read(orderId)).status).toBe('refunding')
  await heal()
  await runDue(server, minute)
  await runDue(server, 10 * second)
  const done = await refundOf(orderId)
  expect([done.state, done.attempt, done.lastError, await paymentOf(orderId)]).toEqual([
    'done',
    1,
    null,
    'refunded',
  ])
  expect((await ada.read(orderId)).status).toBe('refund_completed')
})

test('completes a refund once both payments of an order with a surcharge are returned', async () => {
  const { orderId } = await ada.paidOrder()
  await operate(server, operatorReview, orderId, { result: 'pass' })
  await assign(server, orderId)
  await operate(server, operatorChange, orderId, { pieces: 3 })
  await ada.pay(orderId, 'supplementary')
  server.clock.advance(second)
  await ada.cancel(orderId)
  const { db, now } = server.services
  expect(Date.parse((await ada.read(orderId)).updateTime)).toBe(now().getTime())
  const ofOrder = await db.select().from(refunds).where(eq(refunds.orderId, orderId)).orderBy(refunds.amount)
  expect(ofOrder.map(({ amount }) => amount)).toEqual([2450, 9800])
  const statuses = []
  for (const { refundId } of ofOrder) {
    await webhook(refundId, 'completed')
    statuses.push((await ada.read(orderId)).status)
  }
  expect(statuses).toEqual(['refunding', 'refund_completed'])
  const paid = await db.select().from(payments).where(eq(payments.orderId, orderId))
  expect(paid.map(({ state }) => state)).toEqual(['refunded', 'refunded'])
})

test('stops after 12 failed refunds, and lets an operator mark the refund as done', async () => {
  const { orderId } = await bouncing()
  for (let round = 0; round < 14; round++) {
    await runDue(server, hour)
    await runDue(server, 10 * second)
  }
  const { result: shown } = await server.call(operatorGetOrder, {
    params: { orderId },
    token: operatorToken,
  })
  expect(shown.refunds).toEqual([
    expect.objectContaining({
      state: 'needsOperator',
      tries: 12,
      nextTime: null,
      lastError: 'the sandbox’s bank sent it back',
      doneTime: null,
    }),
  ])
  expect((await ada.read(orderId)).status).toBe('refunding')
  const { result: settled } = await operate(server, operatorRefundDone, orderId)
  expect(settled.refunds.map(({ state }) => state)).toEqual(['doneByOperator'])
  expect((await ada.read(orderId)).status).toBe('refund_completed')
  const { refundId } = await refundOf(orderId)
  await webhook(refundId, 'failed', 12)
  expect(await stateOf(orderId)).toBe('doneByOperator')
})

test('logs a refund that was given up', async () => {
  const { orderId } = await ada.paidOrder()
  await ada.cancel(orderId)
  const silent = { refund: () => Promise.reject(new Error('no answer')) }
  let reported = ''
  for (let round = 0; round < 12; round++) {
    const error: unknown = await dueWith(silent).catch((thrown: unknown) => thrown)
    reported = JSON.stringify(describeError(error))
    server.clock.advance(hour)
  }
  expect(reported).toContain('needs an operator: no answer')
  expect(await stateOf(orderId)).toBe('needsOperator')
})

test('checks a refund’s state when its webhook was lost', async () => {
  const { orderId } = await ada.paidOrder()
  await ada.cancel(orderId)
  await runDuePayments(server.services)
  expect(await stateOf(orderId)).toBe('requested')
  await server.services.db.delete(sandboxEvents)
  server.clock.advance(minute)
  await runDuePayments(server.services)
  expect([await stateOf(orderId), (await ada.read(orderId)).status]).toEqual(['done', 'refund_completed'])
})

test('leaves a refund to an operator when the provider has not completed it within 72 hours', async () => {
  const { orderId } = await ada.paidOrder()
  await ada.cancel(orderId)
  await runDuePayments(server.services)
  await server.services.db.delete(sandboxEvents)
  server.clock.advance(72 * hour)
  const working = { refundState: async () => ({ outcome: 'accepted', reason: null }) as const }
  await expect(dueWith(working)).rejects.toThrow('1 of 2 failed')
  expect(await stateOf(orderId)).toBe('needsOperator')
  const { refundId } = await refundOf(orderId)
  await webhook(refundId, 'completed')
  expect([await stateOf(orderId), (await ada.read(orderId)).status]).toEqual(['done', 'refund_completed'])
})

test('sends a refund again that the bank returned later, and notifies again', async () => {
  const { orderId } = await ada.paidOrder()
  await ada.cancel(orderId)
  await runDue(server)
  await runDue(server, 10 * second)
  const { refundId } = await refundOf(orderId)
  await webhook(refundId, 'failed')
  await webhook(refundId, 'failed')
  await webhook(refundId, 'completed')
  const back = await refundOf(orderId)
  expect([back.state, back.attempt, back.doneTime, await paymentOf(orderId)]).toEqual([
    'due',
    1,
    null,
    'refunding',
  ])
  await runDue(server, minute)
  await runDue(server, 10 * second)
  expect([await stateOf(orderId), await paymentOf(orderId)]).toEqual(['done', 'refunded'])
  expect((await ada.notifications()).filter(({ type }) => type === 8)).toHaveLength(2)
})

test('retries a refund one minute after its server died during the call', async () => {
  const { orderId } = await ada.paidOrder()
  await ada.cancel(orderId)
  const { db, now } = server.services
  const lease = new Date(now().getTime() + minute)
  await db
    .update(refunds)
    .set({ state: 'asking', tries: 1, tryTime: lease })
    .where(eq(refunds.orderId, orderId))
  await runDuePayments(server.services)
  expect(await stateOf(orderId)).toBe('asking')
  server.clock.advance(minute)
  const asked: boolean[] = []
  const { refund } = server.services.providers.current
  await dueWith({
    refund: (request) => {
      asked.push(request.isRepeated)
      return refund(request)
    },
  })
  expect([asked, await stateOf(orderId)]).toEqual([[true], 'requested'])
})

test('requests each refund once when two servers work concurrently', async () => {
  const orders = []
  for (let number = 0; number < 4; number++) {
    const { orderId } = await ada.paidOrder()
    await ada.cancel(orderId)
    orders.push(orderId)
  }
  const asked: string[] = []
  const counting = {
    refund: async ({ refundId }: { refundId: string }) => {
      asked.push(refundId)
      return { outcome: 'accepted', reason: null } as const
    },
  }
  await Promise.all([dueWith(counting), dueWith(counting)])
  expect(asked).toHaveLength(4)
  expect(new Set(asked).size).toBe(4)
})

test('holds no connection and no row lock during the provider’s refund call', async () => {
  const { orderId } = await ada.paidOrder()
  await ada.cancel(orderId)
  const { promise: slow, resolve: answer } = withResolvers<RefundAnswer>()
  const running = dueWith({ refund: () => slow })
  await vi.waitFor(async () => expect(await stateOf(orderId)).toBe('asking'), 20_000)
  const { result } = await operate(server, operatorRefundDone, orderId)
  expect(result.refunds.map(({ state }) => state)).toEqual(['doneByOperator'])
  answer({ outcome: 'accepted', reason: null })
  await running
  expect([await stateOf(orderId), (await ada.read(orderId)).status]).toEqual([
    'doneByOperator',
    'refund_completed',
  ])
})
