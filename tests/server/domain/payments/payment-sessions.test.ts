import { operatorGetOrder, operatorListDisputes, operatorListOrders } from '@handsfree/core/contract'
import { eq } from 'drizzle-orm'
import { beforeEach, expect, test, vi } from 'vitest'
import { countOpenDisputes } from '../../../../server/domain/payments/find-disputes.ts'
import {
  disputes,
  paymentSessions,
  payments,
  refunds,
} from '../../../../server/domain/payments/payments.table.ts'
import type { PaymentProvider } from '../../../../server/domain/payments/provider.ts'
import { sandboxSessions } from '../../../../server/domain/payments/sandbox/sandbox.table.ts'
import { runDuePayments } from '../../../../server/flows/due-payments.ts'
import { describeError } from '../../../../server/runtime/http/describe-error.ts'
import { postSandboxEvent, runDuePaymentsWith } from '../../sandbox-events.ts'
import { operatorToken, runDue, useCard } from '../../trip.ts'
import { useNewTraveller, useServer } from '../../use-server.ts'

const server = useServer()
const second = 1000
const minute = 60 * second
const hour = 60 * minute
const ada = useNewTraveller(server)
beforeEach(async () => {
  // Clears due work of earlier tests.
  const { db } = server.services
  await db.update(paymentSessions).set({ checkTime: null, asking: 'idle' })
  await db.update(refunds).set({ tryTime: null })
})

const sessionOf = async (sessionId: string) => {
  const isThis = eq(paymentSessions.sessionId, sessionId)
  const [session] = await server.services.db.select().from(paymentSessions).where(isThis)
  return session!
}
const regions = async (sessionId: string) => {
  const { state, asking } = await sessionOf(sessionId)
  return [state, asking]
}
const pageOf = async (sessionId: string) => {
  const isThis = eq(sandboxSessions.sessionId, sessionId)
  const [session] = await server.services.db.select().from(sandboxSessions).where(isThis)
  return session?.state
}
const start = async () => {
  const { orderId } = await ada.order()
  return ada.openSession(orderId)
}
const dueWith = (changes: Partial<PaymentProvider>) => runDuePaymentsWith(server, changes)
const webhook = (event: object) => postSandboxEvent(server, event)

test('returns travellers to PUBLIC_URL, or else to the requested origin', async () => {
  const { providers, settings } = server.services
  const opened = vi.spyOn(providers.current, 'openSession')
  settings.publicUrl = 'https://bags.example'
  await start()
  settings.publicUrl = null
  await start()
  expect(opened.mock.calls.map(([{ origin }]) => origin)).toEqual([
    'https://bags.example',
    'http://localhost:80',
  ])
  opened.mockRestore()
})

test('closes the open page at the provider when its order is cancelled', async () => {
  const { orderId, sessionId } = await start()
  await ada.cancel(orderId)
  expect([await regions(sessionId), await pageOf(sessionId)]).toEqual([['cancelled', 'ending'], 'open'])
  await runDuePayments(server.services)
  expect([await regions(sessionId), await pageOf(sessionId)]).toEqual([['cancelled', 'idle'], 'expired'])
})

test('retries closing a page until the provider answers', async () => {
  const { orderId, sessionId } = await start()
  await ada.cancel(orderId)
  const silent = { endSession: () => Promise.reject(new Error('no answer')) }
  await expect(dueWith(silent)).rejects.toThrow('1 of 2 failed')
  expect((await sessionOf(sessionId)).lastError).toBe('no answer')
  await runDuePayments(server.services)
  expect(await regions(sessionId)).toEqual(['cancelled', 'ending'])
  server.clock.advance(minute)
  await runDuePayments(server.services)
  expect([await regions(sessionId), (await sessionOf(sessionId)).lastError]).toEqual([
    ['cancelled', 'idle'],
    null,
  ])
})

test('refunds a payment made before its page could be closed', async () => {
  const { orderId, sessionId, redirectUrl } = await start()
  await ada.cancel(orderId)
  await useCard(server, redirectUrl, 'pays')
  await runDue(server)
  expect((await sessionOf(sessionId)).state).toBe('paid')
  await runDue(server)
  await runDue(server, 10 * second)
  expect((await ada.read(orderId)).status).toBe('refund_completed')
})

test('reports a session to operators after 25 failed checks in a row', async () => {
  const { sessionId } = await start()
  const silent = { sessionState: () => Promise.reject(new Error('no answer')) }
  let reported = ''
  for (let round = 0; round < 25; round++) {
    server.clock.advance(hour)
    const error: unknown = await dueWith(silent).catch((thrown: unknown) => thrown)
    reported = JSON.stringify(describeError(error))
  }
  expect(reported).toContain(`payment session ${sessionId} needs an operator: no answer`)
  const { asking, checkTime, lastError } = await sessionOf(sessionId)
  expect([asking, checkTime, lastError]).toEqual(['givenUp', null, 'no answer'])
})

test.each(['expired', 'failed'])(
  'checks a page once more after it has %s, and records a payment whose webhook was lost',
  async (end) => {
    const { sessionId, orderId } = await start()
    server.clock.advance(hour)
    await webhook({ type: `session.${end}`, sessionId, amount: 9800, currency: 'CNY' })
    const asked: string[] = []
    const sessionState = async (reference: string) => {
      asked.push(reference)
      return { outcome: 'paid', amount: { amount: 9800, currency: 'CNY' } } as const
    }
    server.clock.advance(2 * hour)
    await dueWith({ sessionState })
    expect(asked).toEqual([])
    server.clock.advance(hour / 2)
    await dueWith({ sessionState })
    expect([asked, await regions(sessionId), (await ada.read(orderId)).amountPaid.amount]).toEqual([
      [sessionId],
      ['paid', 'idle'],
      9800,
    ])
  },
)

test('stops checking a page after two answers three hours apart that it has ended', async () => {
  const { sessionId } = await start()
  const ended = { sessionState: async () => ({ outcome: 'expired', amount: null }) as const }
  server.clock.advance(hour)
  await dueWith(ended)
  expect(await regions(sessionId)).toEqual(['expired', 'checking'])
  server.clock.advance(3 * hour)
  await dueWith(ended)
  const { checkTime } = await sessionOf(sessionId)
  expect([await regions(sessionId), checkTime]).toEqual([['expired', 'idle'], null])
})

test('leaves an expired page paid with another amount to an operator until the amount is right', async () => {
  const { sessionId, orderId } = await start()
  server.clock.advance(hour)
  const tell = (type: string, amount: number) => webhook({ type, sessionId, amount, currency: 'CNY' })
  await tell('session.expired', 9800)
  expect(await regions(sessionId)).toEqual(['expired', 'checking'])
  const paid = (amount: number) => tell('session.paid', amount)
  const refused = await paid(9801)
  expect([refused.statusCode, refused.json().code]).toEqual([409, 8002])
  const { asking, checkTime, lastError } = await sessionOf(sessionId)
  expect([asking, checkTime, lastError]).toEqual([
    'givenUp',
    null,
    expect.stringMatching(/^another amount than payment \w+ asks for$/),
  ])
  await paid(9800)
  expect([await regions(sessionId), (await ada.read(orderId)).amountPaid.amount]).toEqual([
    ['paid', 'idle'],
    9800,
  ])
})

test.each(['webhook', 'job'] as const)(
  'leaves the page of a cancelled order to an operator when another amount was paid, reported by a %s',
  async (told) => {
    const { orderId, sessionId } = await start()
    await ada.cancel(orderId)
    const taken = { amount: 9801, currency: 'CNY' } as const
    if (told === 'webhook') await webhook({ type: 'session.paid', sessionId, ...taken })
    else {
      const endSession = async () => ({ outcome: 'paid', amount: taken }) as const
      const error: unknown = await dueWith({ endSession }).catch((thrown: unknown) => thrown)
      expect(JSON.stringify(describeError(error))).toContain(`payment session ${sessionId} needs an operator`)
    }
    const { asking, checkTime, lastError } = await sessionOf(sessionId)
    expect([asking, checkTime, lastError]).toEqual([
      'givenUp',
      null,
      expect.stringMatching(/^another amount than payment \w+ asks for$/),
    ])
  },
)

test('checks each session once when two servers work concurrently', async () => {
  const sessions = []
  for (let number = 0; number < 4; number++) sessions.push((await start()).sessionId)
  server.clock.advance(10 * second)
  const asked: string[] = []
  const counting = {
    sessionState: async (reference: string) => {
      asked.push(reference)
      return { outcome: 'open', amount: null } as const
    },
  }
  await Promise.all([dueWith(counting), dueWith(counting)])
  expect(asked.sort()).toEqual(sessions.sort())
})

test('records a dispute on its payment, shows it to operators, and stores its outcome', async () => {
  const { orderId, total } = await ada.paidOrder()
  const token = operatorToken
  const { result: before } = await server.call(operatorGetOrder, { params: { orderId }, token })
  expect(before.disputes).toEqual([])
  const { db } = server.services
  const [session] = await db
    .select()
    .from(paymentSessions)
    .where(eq(paymentSessions.paymentId, before.paymentId ?? ''))
  const dispute = (type: string) => ({
    type: `dispute.${type}`,
    disputeId: `dispute-of-${orderId}`,
    sessionId: session?.sessionId,
    ...total,
  })
  await webhook(dispute('opened'))
  const { result: listed } = await server.call(operatorListOrders, { token })
  const { disputes: shown } = listed.list.find((order) => order.orderId === orderId)!
  expect(shown.map(({ state, amount }) => [state, amount])).toEqual([['open', total]])
  const openOnes = async () => (await server.call(operatorListDisputes, { token })).result
  expect(await openOnes()).toEqual({
    list: [
      {
        disputeId: `dispute-of-${orderId}`,
        orderId,
        orderNumber: before.orderNumber,
        amount: total,
        reason: 'general',
        createTime: '2026-11-21T02:00:00.000Z',
      },
    ],
    nextCursor: null,
  })
  await webhook(dispute('lost'))
  await webhook(dispute('opened'))
  expect(await openOnes()).toEqual({ list: [], nextCursor: null })
  const { result: after } = await server.call(operatorGetOrder, { params: { orderId }, token })
  expect(after.disputes.map(({ state, closeTime }) => [state, closeTime])).toEqual([
    ['lost', '2026-11-21T02:00:00.000Z'],
  ])
})

test('lists 100 open disputes per page, oldest first, and reports their number and age', async () => {
  const { db } = server.services
  const { orderId } = await ada.paidOrder()
  const [payment] = await db.select().from(payments).where(eq(payments.orderId, orderId))
  const first = Date.parse('2026-11-20T02:00:00.000Z')
  const rows = Array.from({ length: 101 }, (_, index) => ({
    disputeId: `dp_${String(index).padStart(3, '0')}`,
    paymentId: payment!.paymentId,
    amount: 1_000,
    currency: 'CNY' as const,
    reason: 'fraudulent',
    // Pairs start at the same time.
    createTime: new Date(first + Math.floor(index / 2) * minute),
  }))
  await db
    .insert(disputes)
    .values([
      ...rows.map((row) => ({ ...row, state: 'open' as const, closeTime: null })),
      { ...rows[0]!, disputeId: 'dp_won', state: 'won' as const, closeTime: new Date(first + hour) },
    ])
  expect(await countOpenDisputes(db)).toEqual({ open: 101, oldest: new Date(first) })
  const token = operatorToken
  const { result: page } = await server.call(operatorListDisputes, { token })
  const query = { cursor: page.nextCursor ?? '' }
  const { result: rest } = await server.call(operatorListDisputes, { query, token })
  const listed = [...page.list, ...rest.list].map(({ disputeId }) => disputeId)
  expect([page.list.length, rest.nextCursor]).toEqual([100, null])
  expect(listed).toEqual(rows.map(({ disputeId }) => disputeId))
  const wrong = await server.call(operatorListDisputes, { query: { cursor: 'x' }, token })
  expect(wrong.code).toBe(1008)
  await db.delete(disputes)
})
