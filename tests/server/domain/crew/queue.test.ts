import {
  createClaim,
  maxQueueEntries,
  operatorAnswerDestination,
  operatorArriveAtPickup,
  operatorGetQueue,
  operatorPickUp,
  operatorReport,
  operatorResolve,
  operatorReview,
  operatorStartClaim,
  operatorStartTransport,
  prepareOrder,
  requestDestinationChange,
  withdrawPreparedOrder,
} from '@handsfree/core/contract'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import {
  disputes,
  paymentSessions,
  payments,
  refunds,
} from '../../../../server/domain/payments/payments.table.ts'
import { runLateDeliveries } from '../../../../server/flows/late-deliveries.ts'
import { runMissedPickups } from '../../../../server/flows/missed-pickups.ts'
import { newKey } from '../../harness.ts'
import { assign, deliveryTime, draftOf, newBags, operate, operatorToken, pickupTime } from '../../trip.ts'
import { useNewTraveller, useServer } from '../../use-server.ts'

const minute = 60_000
const server = useServer()
const ada = useNewTraveller(server)

const iso = (time: string | number) => new Date(time).toISOString()
const readQueue = async () => (await server.call(operatorGetQueue, { token: operatorToken })).result
/** The entries of one order. */
const waiting = async (orderId: string) =>
  (await readQueue()).list
    .filter((entry) => entry.orderId === orderId)
    .map(({ kind, dueTime, since, owner, words }) => ({ kind, dueTime, since, owner, words }))
const run = async (...given: Parameters<typeof operate>) => {
  const { code, message } = await operate(...given)
  if (code !== 0) throw new Error(`refused: ${message}`)
}
const setOut = async (orderId: string) => {
  await run(server, operatorReview, orderId, { result: 'pass' })
  await assign(server, orderId)
  await run(server, operatorArriveAtPickup, orderId)
  await run(server, operatorPickUp, orderId, { bags: newBags(2) })
  await run(server, operatorStartTransport, orderId)
}
const courierName = '陈明 Chen Ming'

test('lists an order for its review, for its courier, and no more once the courier accepts', async () => {
  const { orderId, pieces } = await ada.paidOrder()
  const due = { dueTime: iso(pickupTime), words: '' }
  const began = '2026-11-21T02:00:00.000Z'
  expect(await waiting(orderId)).toEqual([{ kind: 'review', since: began, owner: null, ...due }])
  const [entry] = (await readQueue()).list.filter((one) => one.orderId === orderId)
  expect(entry).toMatchObject({
    from: 'Lakeside Garden Hotel',
    to: 'Hongqiao Railway Station',
    cityName: 'Hangzhou',
    pieces,
  })
  server.clock.advance(minute)
  await run(server, operatorReview, orderId, { result: 'pass' })
  expect(await waiting(orderId)).toEqual([
    { kind: 'assign', since: '2026-11-21T02:01:00.000Z', owner: null, ...due },
  ])
  await assign(server, orderId)
  expect(await waiting(orderId)).toEqual([])
})

test('lists a missed pickup in place of its assignment, until the courier arrives', async () => {
  const { orderId } = await ada.paidOrder()
  await run(server, operatorReview, orderId, { result: 'pass' })
  const missed = Date.parse(pickupTime) + 41 * minute
  server.clock.set(iso(missed))
  await runMissedPickups(server.services)
  expect(await waiting(orderId)).toEqual([
    { kind: 'missedPickup', dueTime: iso(pickupTime), since: iso(missed), owner: null, words: '' },
  ])
  await assign(server, orderId)
  await run(server, operatorArriveAtPickup, orderId)
  await run(server, operatorPickUp, orderId, { bags: newBags(2) })
  expect(await waiting(orderId)).toEqual([])
})

test('lists a late delivery with the promised arrival', async () => {
  const { orderId } = await ada.paidOrder()
  await setOut(orderId)
  const late = Date.parse(deliveryTime) + 31 * minute
  server.clock.set(iso(late))
  await runLateDeliveries(server.services)
  expect(await waiting(orderId)).toEqual([
    { kind: 'lateDelivery', dueTime: iso(deliveryTime), since: iso(late), owner: courierName, words: '' },
  ])
})

test('lists a report with its kind and text until it is settled', async () => {
  const { orderId } = await ada.paidOrder()
  await run(server, operatorReview, orderId, { result: 'pass' })
  await assign(server, orderId)
  await run(server, operatorReport, orderId, { kind: 'addressWrong', reason: 'No such street' })
  const since = '2026-11-21T02:00:00.000Z'
  expect(await waiting(orderId)).toEqual([
    { kind: 'exception', dueTime: iso(pickupTime), since, owner: courierName, words: 'No such street' },
  ])
  const found = (await readQueue()).list.find((entry) => entry.orderId === orderId)
  expect(found?.report).toBe('addressWrong')
  await run(server, operatorResolve, orderId, { result: 'settle', resolution: 'Take the stairs' })
  expect(await waiting(orderId)).toEqual([])
})

test('lists a destination request with its deadline until it is answered', async () => {
  const { orderId } = await ada.paidOrder()
  await setOut(orderId)
  await server.call(requestDestinationChange, {
    params: { orderId },
    body: { delivery: { kind: 'site', siteId: 'pudong-airport-t2' } },
    token: ada.token,
  })
  expect(await waiting(orderId)).toMatchObject([
    {
      kind: 'destination',
      dueTime: '2026-11-21T02:30:00.000Z',
      words: 'Shanghai Pudong Airport, Terminal 2',
    },
  ])
  await run(server, operatorAnswerDestination, orderId, { result: 'reject', reason: 'Too far' })
  expect(await waiting(orderId)).toEqual([])
})

test('lists a claim with its deadline and, once started, its operator', async () => {
  const { orderId } = await ada.paidOrder()
  await setOut(orderId)
  const made = await server.call(createClaim, {
    params: { orderId },
    body: { kind: 'damaged', words: 'A wheel is broken', photos: [], amount: 5_000 },
    token: ada.token,
  })
  const claims = async () => (await readQueue()).list.filter((entry) => entry.orderId === orderId)
  const { claimId } = made.result
  expect(await claims()).toMatchObject([
    {
      kind: 'claim',
      subjectId: claimId,
      claimKind: 'damaged',
      amount: { amount: 5_000, currency: 'CNY' },
      dueTime: '2026-11-22T02:00:00.000Z',
      owner: null,
    },
  ])
  await server.call(operatorStartClaim, { params: { claimId }, body: {}, token: operatorToken })
  expect(await claims()).toMatchObject([{ kind: 'claim', owner: 'Operator' }])
})

test('lists open disputes, and refunds that nobody retries', async () => {
  const { orderId } = await ada.paidOrder()
  await setOut(orderId)
  const { db, now } = server.services
  const [payment] = await db.select().from(payments).where(eq(payments.orderId, orderId))
  const [session] = await db
    .select()
    .from(paymentSessions)
    .where(eq(paymentSessions.paymentId, payment!.paymentId))
  const common = { paymentId: payment!.paymentId, amount: 900, createTime: now() }
  await db.insert(disputes).values({
    ...common,
    disputeId: `dispute-of-${orderId}`,
    currency: 'CNY',
    reason: 'fraudulent',
    state: 'open',
    closeTime: null,
  })
  await db.insert(refunds).values({
    ...common,
    refundId: `refund-of-${orderId}`,
    orderId,
    sessionId: session!.sessionId,
    state: 'needsOperator',
    lastError: 'account closed',
  })
  expect(await waiting(orderId)).toMatchObject([
    { kind: 'dispute', dueTime: null, words: 'fraudulent' },
    { kind: 'refund', dueTime: '2026-11-24T02:00:00.000Z', words: 'account closed' },
  ])
  await db.update(disputes).set({ state: 'won' }).where(eq(disputes.paymentId, payment!.paymentId))
  await db.update(refunds).set({ state: 'done' }).where(eq(refunds.orderId, orderId))
  expect(await waiting(orderId)).toEqual([])
})

test('lists a prepared order until it expires or is withdrawn', async () => {
  const prepare = () =>
    server.call(prepareOrder, {
      body: { draft: draftOf([]), isTemporary: true },
      token: 'demo-site-lakeside-garden-hotel-token',
      idempotencyKey: newKey(),
    })
  const prepared = async () => (await readQueue()).list.filter(({ kind }) => kind === 'prepared')
  const first = (await prepare()).result.order
  server.clock.advance(minute)
  const second = (await prepare()).result.order
  expect(await prepared()).toMatchObject([
    { subjectId: first.preparedId, orderId: null, dueTime: first.endTime, owner: 'Desk 01' },
    { subjectId: second.preparedId },
  ])
  const params = { preparedId: first.preparedId }
  await server.call(withdrawPreparedOrder, { params, body: {}, token: operatorToken })
  expect(await prepared()).toMatchObject([{ subjectId: second.preparedId }])
  server.clock.set(second.endTime)
  expect(await prepared()).toEqual([])
})

test('lists the earliest promise first, and counts what it leaves out', async () => {
  const before = (await readQueue()).counts.find(({ kind }) => kind === 'dispute')!.entries
  const { paymentId } = await ada.paidOrder()
  const { db } = server.services
  const start = Date.parse('2026-11-20T02:00:00.000Z')
  await db.insert(disputes).values(
    Array.from({ length: maxQueueEntries + 1 }, (_, index) => ({
      disputeId: `dispute-${index}`,
      paymentId: paymentId ?? '',
      amount: 900,
      currency: 'CNY' as const,
      reason: 'general',
      state: 'open' as const,
      createTime: new Date(start + index * minute),
      closeTime: null,
    })),
  )
  const { list, counts } = await readQueue()
  expect(counts.find(({ kind }) => kind === 'dispute')?.entries).toBe(before + maxQueueEntries + 1)
  expect(list.filter(({ kind }) => kind === 'dispute')).toHaveLength(maxQueueEntries)
  const times = list.map(({ dueTime, since }) => Date.parse(dueTime ?? since))
  expect(times).toEqual([...times].sort((one, other) => one - other))
})
