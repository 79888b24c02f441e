import { operatorChange, operatorReview } from '@handsfree/core/contract'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { paymentSessions } from '../../../../server/domain/payments/payments.table.ts'
import { numberReceipt } from '../../../../server/domain/receipts/document-numbers.ts'
import { inTransaction } from '../../../../server/runtime/db/work.ts'
import { postSandboxEvent } from '../../sandbox-events.ts'
import { operate, runDue, useCard } from '../../trip.ts'
import { useNewTraveller, useServer } from '../../use-server.ts'

const server = useServer()
const ada = useNewTraveller(server)

const receiptNumberOf = (orderId: string) =>
  ada.read(orderId).then(({ payments }) => payments.map(({ receiptNumber }) => receiptNumber))
const after = (number: string | null | undefined, count: number) => {
  const [series, year, last] = number!.split('-')
  return `${series}-${year}-${String(Number(last) + count).padStart(6, '0')}`
}

test('numbers the receipts of payments at once without a gap', async () => {
  const before = await ada.paidOrder()
  const [number] = await receiptNumberOf(before.orderId)
  expect(number).toMatch(/^R-2026-\d{6}$/)
  const unpaid = [await ada.order(), await ada.order(), await ada.order()]
  const sessions = await Promise.all(unpaid.map(({ orderId }) => ada.openSession(orderId)))
  await Promise.all(sessions.map(({ redirectUrl }) => useCard(server, redirectUrl, 'pays')))
  const numbers = await Promise.all(unpaid.map(({ orderId }) => receiptNumberOf(orderId)))
  expect(numbers.flat().sort()).toEqual([after(number, 1), after(number, 2), after(number, 3)])
})

test('leaves no gap after a payment that was rolled back', async () => {
  const order = await ada.paidOrder()
  const [number] = await receiptNumberOf(order.orderId)
  const session = { sessionId: 'unknown', updateTime: server.services.now() }
  const payment = inTransaction(server.services.db, async (work) => {
    await numberReceipt(work, order, session)
    throw new Error('rolled back')
  })
  await expect(payment).rejects.toThrow('rolled back')
  const next = await ada.paidOrder()
  expect(await receiptNumberOf(next.orderId)).toEqual([after(number, 1)])
})

test('begins a new series with the year at the pickup site', async () => {
  const order = await ada.paidOrder()
  const updateTime = new Date('2027-12-31T16:30:00.000Z')
  const { db } = server.services
  const [session] = await db
    .select({ sessionId: paymentSessions.sessionId })
    .from(paymentSessions)
    .where(eq(paymentSessions.paymentId, order.payments[0]!.paymentId))
  await inTransaction(db, (work) => numberReceipt(work, order, { ...session!, updateTime }))
  expect(await receiptNumberOf(order.orderId)).toEqual(['R-2028-000001'])
})

test('numbers a credit note for each completed refund, and keeps its number when the bank returns the refund', async () => {
  const { orderId } = await ada.paidOrder()
  await operate(server, operatorReview, orderId, { result: 'pass' })
  await operate(server, operatorChange, orderId, { pieces: 1 })
  await runDue(server, 1_000)
  await runDue(server, 100_000)
  await ada.cancel(orderId)
  const [receiptNumber] = await receiptNumberOf(orderId)
  const [counted, cancelled] = (await ada.read(orderId)).refunds
  expect(counted).toMatchObject({ reason: 'counted', receiptNumber })
  expect(counted?.creditNoteNumber).toMatch(/^C-2026-\d{6}$/)
  expect(cancelled).toMatchObject({ reason: 'cancelled', receiptNumber, creditNoteNumber: null })
  await runDue(server, 1_000)
  await runDue(server, 100_000)
  const numbers = async () =>
    (await ada.read(orderId)).refunds.map(({ creditNoteNumber }) => creditNoteNumber)
  const both = [counted?.creditNoteNumber, after(counted?.creditNoteNumber, 1)]
  expect(await numbers()).toEqual(both)
  const { refundId } = counted!
  await postSandboxEvent(server, { type: 'refund.failed', refundId, attempt: 0 })
  expect((await ada.read(orderId)).refunds[0]?.doneTime).toBeNull()
  await runDue(server, 3_600_000)
  await runDue(server, 100_000)
  expect((await ada.read(orderId)).refunds[0]?.doneTime).not.toBeNull()
  expect(await numbers()).toEqual(both)
})
