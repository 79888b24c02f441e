import { wallClock } from '@handsfree/core/lib'
import { eq, sql } from 'drizzle-orm'
import type { Work } from '../../runtime/db/work.ts'
import type { OrderRow } from '../orders/orders.table.ts'
import { paymentSessions, type RefundRow, refunds, type SessionRow } from '../payments/payments.table.ts'
import { type DocumentSeries, documentNumbers } from './document-numbers.table.ts'

/**
 * Takes the next number, such as `R-2026-000123`. Its series is locked until the commit, so that a rollback leaves no
 * gap. Call it last: other orders wait for the lock.
 */
async function takeNumber({ tx }: Pick<Work, 'tx'>, series: DocumentSeries, year: number): Promise<string> {
  const [taken] = await tx
    .insert(documentNumbers)
    .values({ series, year, last: 1 })
    .onConflictDoUpdate({
      target: [documentNumbers.series, documentNumbers.year],
      set: { last: sql`${documentNumbers.last} + 1` },
    })
    .returning({ last: documentNumbers.last })
  return `${series}-${year}-${String(taken!.last).padStart(6, '0')}`
}

/** The year of an instant on the order's receipt. */
const yearOf = (time: Date, { timeZone }: Pick<OrderRow, 'timeZone'>): number =>
  wallClock(time.getTime(), timeZone).year()

/** Numbers the receipt of a session that was just paid. The order must be locked. */
export async function numberReceipt(
  work: Pick<Work, 'tx'>,
  order: Pick<OrderRow, 'timeZone'>,
  { sessionId, updateTime }: Pick<SessionRow, 'sessionId' | 'updateTime'>,
): Promise<void> {
  const receiptNumber = await takeNumber(work, 'R', yearOf(updateTime, order))
  await work.tx.update(paymentSessions).set({ receiptNumber }).where(eq(paymentSessions.sessionId, sessionId))
}

/** Numbers the credit note of a completed refund, once. The order must be locked. */
export async function numberCreditNote(
  work: Pick<Work, 'tx'>,
  order: Pick<OrderRow, 'timeZone'>,
  { refundId, creditNoteNumber, doneTime }: Pick<RefundRow, 'refundId' | 'creditNoteNumber' | 'doneTime'>,
): Promise<void> {
  if (creditNoteNumber !== null || doneTime === null) return
  const number = await takeNumber(work, 'C', yearOf(doneTime, order))
  await work.tx.update(refunds).set({ creditNoteNumber: number }).where(eq(refunds.refundId, refundId))
}
