import { type MoneyMove, operatorListMoney } from '@handsfree/core/contract'
import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { disputes, paymentSessions, payments } from '../../../server/domain/payments/payments.table.ts'
import { runTool } from '../../server/run-tool.ts'
import { operatorToken, runDue } from '../../server/trip.ts'
import { useNewTraveller, useServer } from '../../server/use-server.ts'

const day = 86_400_000
// 23:00 on the 20th in Shanghai, 15:00 in UTC.
const evening = new Date('2026-11-20T15:00:00.000Z')
const server = useServer({}, { listens: true })
const ada = useNewTraveller(server)
const token = operatorToken
beforeEach(() => server.clock.set(evening))

const money = async (from: string, until = from): Promise<MoneyMove[]> =>
  (await server.call(operatorListMoney, { query: { from, until }, token })).result.list
const ofOrder = async (orderId: string, from: string, until = from) =>
  (await money(from, until)).filter((move) => move.orderId === orderId)
const kinds = (moves: MoneyMove[]) => moves.map(({ kind, day, amount }) => [kind, day, amount.amount])

test('shows the month by day and site, equal to the sum of its orders', async () => {
  server.clock.set(new Date('2026-11-18T15:00:00.000Z'))
  const first = await ada.paidOrder()
  server.clock.advance(day)
  const second = await ada.paidOrder()
  const { db, now } = server.services
  const [payment] = await db.select().from(payments).where(eq(payments.orderId, second.orderId))
  await db.insert(disputes).values({
    disputeId: 'dp_lost',
    paymentId: payment!.paymentId,
    ...second.total,
    reason: 'fraudulent',
    state: 'lost',
    createTime: now(),
    closeTime: now(),
  })
  const each = (first.total.amount / 100).toFixed(2)
  const site = 'lakeside-garden-hotel Lakeside Garden Hotel CNY'
  const { code, out } = await runTool(server, 'money', '2026-11')
  expect([code, out.split('\n').map((line) => line.replace(/ {2,}/g, ' '))]).toEqual([
    0,
    [
      'day site name currency paid refunded paid out disputes lost left refunds due',
      `2026-11-18 ${site} ${each} 0.00 0.00 0.00 ${each} 0.00`,
      `2026-11-19 ${site} ${each} 0.00 0.00 ${each} 0.00 0.00`,
      `all CNY ${(first.total.amount / 50).toFixed(2)} 0.00 0.00 ${each} ${each} 0.00`,
    ],
  ])
  await db.delete(disputes)
})

test('lists a payment on its site’s day, and its refund first as due, then as done', async () => {
  const { orderId, orderNumber, total } = await ada.paidOrder()
  const [paid] = await ofOrder(orderId, '2026-11-20')
  expect(paid).toEqual({
    moveId: paid?.moveId,
    kind: 'payment',
    time: evening.toISOString(),
    day: '2026-11-20',
    orderId,
    orderNumber,
    siteId: 'lakeside-garden-hotel',
    siteName: 'Lakeside Garden Hotel',
    timeZone: 'Asia/Shanghai',
    amount: total,
    reference: paid?.reference,
  })
  // An hour later it is the 21st in Shanghai, and still the 20th in UTC.
  server.clock.advance(3_600_000 + 60_000)
  await ada.cancel(orderId)
  const { amount } = total
  expect(kinds(await ofOrder(orderId, '2026-11-21'))).toEqual([['refundDue', '2026-11-21', amount]])
  expect(kinds(await ofOrder(orderId, '2026-12-01'))).toEqual([['refundDue', '2026-11-21', amount]])
  expect(kinds(await ofOrder(orderId, '2026-11-20'))).toEqual([['payment', '2026-11-20', amount]])
  await runDue(server)
  await runDue(server, 10_000)
  expect(kinds(await ofOrder(orderId, '2026-11-20', '2026-11-21'))).toEqual([
    ['payment', '2026-11-20', amount],
    ['refund', '2026-11-21', amount],
  ])
  expect(await ofOrder(orderId, '2026-12-01')).toEqual([])
})

test('pages through more payments than fit in one response', async () => {
  server.clock.set(new Date('2026-11-17T02:00:00.000Z'))
  const { orderId } = await ada.paidOrder()
  const { db } = server.services
  const [row] = await db.select().from(payments).where(eq(payments.orderId, orderId))
  const [session] = await db
    .select()
    .from(paymentSessions)
    .where(eq(paymentSessions.paymentId, row!.paymentId))
  const copies = Array.from({ length: 501 }, (_, index) => ({
    ...session!,
    receiptNumber: null,
    sessionId: `copy-${index}`,
    reference: `copy-${index}`,
  }))
  await db.insert(paymentSessions).values(copies)
  const { out } = await runTool(server, 'money', '2026-11-17', '--json')
  const shown: MoneyMove[] = JSON.parse(out)
  expect([shown.length, new Set(shown.map(({ moveId }) => moveId)).size]).toEqual([502, 502])
  await db.delete(paymentSessions).where(eq(paymentSessions.paymentId, row!.paymentId))
})
