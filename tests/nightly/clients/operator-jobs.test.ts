import { type Job, operatorFinishJob, operatorListJobs, operatorRetryJob } from '@handsfree/core/contract'
import { eq, like } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { orders } from '../../../server/domain/orders/orders.table.ts'
import {
  disputes,
  paymentSessions,
  payments,
  refunds,
} from '../../../server/domain/payments/payments.table.ts'
import type { PaymentProvider } from '../../../server/domain/payments/provider.ts'
import { sandboxEvents } from '../../../server/domain/payments/sandbox/sandbox.table.ts'
import { textMessages } from '../../../server/domain/texts/text-messages.table.ts'
import { runDuePayments } from '../../../server/flows/due-payments.ts'
import { runTool } from '../../server/run-tool.ts'
import { operatorToken, runDue } from '../../server/trip.ts'
import { useNewTraveller, useServer } from '../../server/use-server.ts'

const hour = 3_600_000
const server = useServer({}, { listens: true })
const ada = useNewTraveller(server)
beforeEach(async () => {
  const { db } = server.services
  await db.delete(textMessages)
  await db.delete(sandboxEvents)
  await db.delete(refunds)
  await db.update(paymentSessions).set({ checkTime: null, asking: 'idle', lastError: null })
})

const token = operatorToken
const jobs = async (state?: Job['state']) =>
  (await server.call(operatorListJobs, { query: state ? { state } : {}, token })).result.list
const retry = (jobId: string) => server.call(operatorRetryJob, { params: { jobId }, body: {}, token })
const finish = (jobId: string) => server.call(operatorFinishJob, { params: { jobId }, body: {}, token })

const noAnswer = () => Promise.reject(new Error('no answer'))
const silent = { refund: noAnswer, endSession: noAnswer, sessionState: noAnswer }
const dueWith = (changes: Partial<PaymentProvider>) => {
  const current = { ...server.services.providers.current, ...changes }
  return runDuePayments(server.services, { current, byName: () => current })
}
const giveUp = async (work: () => Promise<unknown>) => {
  for (let round = 0; round < 30; round++) {
    await work().catch(() => {})
    server.clock.advance(hour)
  }
}
const run = (...args: string[]) => runTool(server, ...args)

test('lists a refund as due, failed and given up, retries it, and removes it once it is done', async () => {
  const { orderId, orderNumber } = await ada.paidOrder()
  await ada.cancel(orderId)
  const [due] = await jobs()
  expect(due).toEqual(
    expect.objectContaining({ kind: 'refund', state: 'due', stage: 'due', orderId, orderNumber, tries: 0 }),
  )
  await dueWith(silent).catch(() => {})
  expect((await jobs('failed')).map(({ lastError, tries }) => [lastError, tries])).toEqual([['no answer', 1]])
  expect([await jobs('due'), await jobs('givenUp')]).toEqual([[], []])
  await giveUp(() => dueWith(silent))
  const [givenUp] = await jobs('givenUp')
  expect([givenUp?.stage, givenUp?.tries, givenUp?.nextTime]).toEqual(['needsOperator', 12, null])
  expect((await retry(givenUp!.jobId)).code).toBe(0)
  await runDue(server)
  await runDue(server, 10_000)
  expect([await jobs(), (await ada.read(orderId)).status]).toEqual([[], 'refund_completed'])
  expect((await retry(givenUp!.jobId)).code).toBe(8001)
})

test('lists a page to close and retries it, but not an open visit', async () => {
  const { orderId } = await ada.order()
  const { sessionId } = await ada.openSession(orderId)
  expect(await jobs()).toEqual([])
  await ada.cancel(orderId)
  const jobId = `session-${sessionId}`
  expect((await jobs()).map((job) => [job.jobId, job.stage, job.state])).toEqual([[jobId, 'ending', 'due']])
  await giveUp(() => dueWith(silent))
  expect((await jobs()).map(({ stage, state, lastError }) => [stage, state, lastError])).toEqual([
    ['givenUp', 'givenUp', 'no answer'],
  ])
  await retry(jobId)
  await runDue(server)
  expect(await jobs()).toEqual([])
  expect((await retry(jobId)).code).toBe(8001)
})

test('lists more jobs than fit on a page, each once, given-up ones first', async () => {
  const { orderId } = await ada.paidOrder()
  const [copied] = await server.services.db.select().from(orders).where(eq(orders.orderId, orderId))
  const { db, now } = server.services
  const made = Array.from({ length: 130 }, (_, index) => `copy-${String(index).padStart(3, '0')}`)
  await db
    .insert(orders)
    .values(made.map((id) => ({ ...copied!, orderId: id, orderNumber: id, claimCode: id })))
  const createTime = now()
  await db.insert(textMessages).values([
    ...made.map((id) => ({ orderId: id, kind: 'pickedUp' as const, tryTime: createTime, createTime })),
    ...made.slice(0, 3).map((id) => ({
      orderId: id,
      kind: 'handedOver' as const,
      state: 'givenUp' as const,
      createTime: new Date(createTime.getTime() + 1),
    })),
  ])
  const page = async (cursor?: string) =>
    (await server.call(operatorListJobs, { query: cursor ? { cursor } : {}, token })).result
  const first = await page()
  const second = await page(first.nextCursor ?? '')
  expect([first.list.length, second.list.length, second.nextCursor]).toEqual([100, 33, null])
  expect(first.list.slice(0, 4).map(({ jobId, state }) => [jobId, state])).toEqual([
    ['text-copy-000-handedOver', 'givenUp'],
    ['text-copy-001-handedOver', 'givenUp'],
    ['text-copy-002-handedOver', 'givenUp'],
    ['text-copy-000-pickedUp', 'due'],
  ])
  const ids = [...first.list, ...second.list].map(({ jobId }) => jobId)
  expect(new Set(ids).size).toBe(133)
  expect(JSON.parse((await run('jobs', '--json')).out)).toHaveLength(133)
  for (const cursor of ['copy', '0-999999999999999-text-copy-000-pickedUp']) {
    const wrong = await server.call(operatorListJobs, { query: { cursor }, token })
    expect([cursor, wrong.status, wrong.code]).toEqual([cursor, 400, 1008])
  }
  expect((await run('jobs', 'retry', '--all', 'refund')).out).toBe('0 jobs retried.')
  expect((await run('jobs', 'retry', '--all', 'textMessage')).out).toBe('3 jobs retried.')
  expect([(await jobs('givenUp')).length, (await jobs('due')).length]).toEqual([0, 100])
  for (const wrong of [
    ['due', '--all', 'refund'],
    ['retry', 'text-x', '--all', 'refund'],
    ['retry', '--all', 'x'],
  ])
    expect((await run('jobs', ...wrong)).code).toBe(2)
  await db.delete(textMessages)
  await db.delete(orders).where(like(orders.orderId, 'copy-%'))
})

test('returns 1007 for an unknown job', async () => {
  for (const jobId of [
    'refund-x',
    'session-x',
    'text-x-pickedUp',
    'text-x-hello',
    'text-x',
    'receipt-x',
    'handover-x',
    'hello',
  ])
    expect((await retry(jobId)).code).toBe(1007)
  expect([(await finish('session-x')).code, (await finish('refund-x')).code]).toEqual([1007, 1007])
  const { code, errors } = await run('jobs', 'retry', 'refund-x')
  expect([code, errors.includes('1007')]).toEqual([1, true])
  expect([(await run('jobs', 'retry')).code, (await run('jobs', 'due', 'x')).code]).toEqual([2, 2])
})

test('lists disputed payments on the command line until they are decided', async () => {
  const { db } = server.services
  const { orderId, orderNumber } = await ada.paidOrder()
  const [payment] = await db.select().from(payments).where(eq(payments.orderId, orderId))
  expect(await run('disputes')).toEqual({ code: 0, out: 'No open payment disputes.', errors: '' })
  await db.insert(disputes).values({
    disputeId: 'dp_1',
    paymentId: payment!.paymentId,
    amount: 14_550,
    currency: 'CNY',
    reason: 'product_not_received',
    state: 'open',
    createTime: new Date('2026-11-20T02:00:00.000Z'),
    closeTime: null,
  })
  expect(await run('disputes')).toEqual({
    code: 0,
    out: `${orderNumber} · 145.50 CNY · product_not_received · since 2026-11-20 02:00 UTC · dp_1`,
    errors: '',
  })
  await db.update(disputes).set({ state: 'won' })
  expect((await run('disputes')).out).toBe('No open payment disputes.')
  await db.delete(disputes)
})
