import { and, asc, desc, eq, inArray, isNotNull, ne, sum } from 'drizzle-orm'
import { newId } from '../db/columns.ts'
import type { Work } from '../db/work.ts'
import type { Services } from '../services.ts'
import { type PaymentRow, payments, type RefundRow, refunds } from './payments.table.ts'

type Clock = Pick<Services, 'now'>

/** Queues the refund of one session; the provider is asked soon after the commit. */
export async function refundSession(
  { tx }: Pick<Work, 'tx'>,
  { now }: Clock,
  payment: Pick<PaymentRow, 'orderId' | 'paymentId'>,
  sessionId: string,
  amount: number,
): Promise<void> {
  const { orderId, paymentId } = payment
  await tx.insert(refunds).values({
    refundId: newId(),
    orderId,
    paymentId,
    sessionId,
    amount,
    state: 'due',
    tryTime: now(),
    createTime: now(),
  })
}

/** Payments of an order with what is left of each after earlier refunds, newest first. */
async function heldPayments({ tx }: Pick<Work, 'tx'>, orderId: string) {
  const paid = await tx
    .select()
    .from(payments)
    .where(and(eq(payments.orderId, orderId), isNotNull(payments.paidSessionId)))
    .orderBy(desc(payments.createTime), asc(payments.paymentId))
  const back = await tx
    .select({ sessionId: refunds.sessionId, amount: sum(refunds.amount).mapWith(Number) })
    .from(refunds)
    .where(eq(refunds.orderId, orderId))
    .groupBy(refunds.sessionId)
  return paid.map((payment) => ({
    payment,
    sessionId: payment.paidSessionId!,
    left: payment.amount - (back.find(({ sessionId }) => sessionId === payment.paidSessionId)?.amount ?? 0),
  }))
}

/** Queues the refund of a part of an order's money, from its newest payment on. The payments stay paid. */
export async function refundPart(
  work: Pick<Work, 'tx'>,
  clock: Clock,
  orderId: string,
  amount: number,
): Promise<void> {
  let open = amount
  for (const { payment, sessionId, left } of await heldPayments(work, orderId)) {
    const part = Math.min(open, left)
    if (part > 0) await refundSession(work, clock, payment, sessionId, part)
    open -= part
  }
}

/** Queues the refund of everything that was paid for an order; its payments are refunding from now on. */
export async function refundEverything(work: Pick<Work, 'tx'>, clock: Clock, orderId: string): Promise<void> {
  for (const { payment, sessionId, left } of await heldPayments(work, orderId)) {
    if (left === 0) continue
    await refundSession(work, clock, payment, sessionId, left)
    await work.tx
      .update(payments)
      .set({ state: 'refunding', updateTime: clock.now() })
      .where(eq(payments.paymentId, payment.paymentId))
  }
}

/** Marks a refund as done, once. Null when it was done before, or is not ours. */
export async function finishRefund(
  { tx }: Pick<Work, 'tx'>,
  { now }: Clock,
  refundId: string,
): Promise<RefundRow | null> {
  const [refund] = await tx
    .update(refunds)
    .set({ state: 'done', tryTime: null, doneTime: now() })
    .where(and(eq(refunds.refundId, refundId), ne(refunds.state, 'done')))
    .returning()
  if (!refund) return null
  const open = await openRefunds({ tx }, refund.orderId)
  if (!open.some(({ paymentId }) => paymentId === refund.paymentId)) {
    await tx
      .update(payments)
      .set({ state: 'refunded', updateTime: now() })
      .where(and(eq(payments.paymentId, refund.paymentId), eq(payments.state, 'refunding')))
  }
  return refund
}

export const openRefunds = ({ tx }: Pick<Work, 'tx'>, orderId: string): Promise<RefundRow[]> =>
  tx
    .select()
    .from(refunds)
    .where(and(eq(refunds.orderId, orderId), inArray(refunds.state, ['due', 'requested'])))
