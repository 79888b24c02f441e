import type { PaymentMethod, RefundReason } from '@handsfree/core/contract'
import { and, asc, desc, eq, inArray, isNotNull, sum } from 'drizzle-orm'
import type { Database } from '../../runtime/db/database.ts'
import type { Work } from '../../runtime/db/work.ts'
import { newId } from '../../runtime/random.ts'
import type { Services } from '../../runtime/services.ts'
import type { ClaimRow } from '../claims/claims.table.ts'
import type { OrderRow } from '../orders/orders.table.ts'
import { type PaymentRow, payments, refunds, type SessionRow } from './payments.table.ts'

/**
 * Days after a payment in which a provider takes its refund, by the provider's documentation. Cards at Stripe have no
 * end. Alipay's contract may set an earlier one.
 */
const refundDays: Partial<Record<string, Partial<Record<PaymentMethod, number>>>> = {
  stripe: { alipay: 90, wechat_pay: 180 },
  alipay: { alipay: 365 },
  wechat_pay: { wechat_pay: 365 },
}

/** Returns the days that are over, or null while the provider takes a refund. `updateTime` is when it was paid. */
export function refundDaysOver(
  { provider, method, updateTime }: Pick<SessionRow, 'provider' | 'method' | 'updateTime'>,
  now: Date,
): number | null {
  const days = method ? refundDays[provider]?.[method] : undefined
  return days !== undefined && now.getTime() > updateTime.getTime() + days * 24 * 3_600_000 ? days : null
}

type RefundServices = Pick<Services, 'now' | 'random'>

type RefundTerms = { amount: number; reason: RefundReason; claimId?: string | null }

/** Queues a refund of one session. A job sends it after the commit. */
export async function refundSession(
  { tx }: Pick<Work, 'tx'>,
  { now, random }: RefundServices,
  payment: Pick<PaymentRow, 'orderId' | 'paymentId'>,
  sessionId: string,
  { amount, reason, claimId = null }: RefundTerms,
): Promise<void> {
  const { orderId, paymentId } = payment
  await tx.insert(refunds).values({
    refundId: newId(random),
    orderId,
    paymentId,
    sessionId,
    amount,
    reason,
    claimId,
    state: 'due',
    tryTime: now(),
    createTime: now(),
  })
}

async function findRefundablePayments({ tx }: Pick<Work, 'tx'>, orderId: string) {
  const paidPayments = await tx
    .select()
    .from(payments)
    .where(and(eq(payments.orderId, orderId), isNotNull(payments.paidSessionId)))
    .orderBy(desc(payments.createTime), asc(payments.paymentId))
  const refundSums = await tx
    .select({ sessionId: refunds.sessionId, amount: sum(refunds.amount).mapWith(Number) })
    .from(refunds)
    .where(eq(refunds.orderId, orderId))
    .groupBy(refunds.sessionId)
  return paidPayments.map((payment) => ({
    payment,
    sessionId: payment.paidSessionId!,
    refundable:
      payment.amount - (refundSums.find(({ sessionId }) => sessionId === payment.paidSessionId)?.amount ?? 0),
  }))
}

/** Returns the sum of an order's refunds for claims, in minor units. */
export async function sumClaimRefunds({ tx }: Pick<Work, 'tx'>, orderId: string): Promise<number> {
  const [found] = await tx
    .select({ amount: sum(refunds.amount).mapWith(Number) })
    .from(refunds)
    .where(and(eq(refunds.orderId, orderId), isNotNull(refunds.claimId)))
  return found?.amount ?? 0
}

/** Returns all refunds (`queued`) and the completed ones (`done`) by claim, in minor units. */
export async function findClaimRefunds(
  tx: Database,
  claimIds: string[],
): Promise<Map<string, { queued: number; done: number }>> {
  if (claimIds.length === 0) return new Map()
  const rows = await tx
    .select({ claimId: refunds.claimId, state: refunds.state, amount: sum(refunds.amount).mapWith(Number) })
    .from(refunds)
    .where(inArray(refunds.claimId, claimIds))
    .groupBy(refunds.claimId, refunds.state)
  const totals = new Map(claimIds.map((claimId) => [claimId, { queued: 0, done: 0 }]))
  for (const { claimId, state, amount } of rows) {
    const known = totals.get(claimId ?? '')
    if (!known) continue
    known.queued += amount
    if (state === 'done' || state === 'doneByOperator') known.done += amount
  }
  return totals
}

type RefundablePayments = Awaited<ReturnType<typeof findRefundablePayments>>

async function refundFrom(
  work: Pick<Work, 'tx'>,
  services: RefundServices,
  sources: RefundablePayments,
  { amount, ...terms }: RefundTerms,
): Promise<number> {
  let remaining = amount
  for (const { payment, sessionId, refundable: left } of sources) {
    const part = Math.min(remaining, left)
    if (part > 0) await refundSession(work, services, payment, sessionId, { ...terms, amount: part })
    remaining -= part
  }
  return amount - remaining
}

/**
 * Queues a partial refund, newest payment first. The payments stay paid. Returns the amount, capped at what's left.
 */
export const refundPart = async (
  work: Pick<Work, 'tx'>,
  given: RefundServices,
  orderId: string,
  terms: Pick<RefundTerms, 'amount' | 'reason'>,
): Promise<number> => refundFrom(work, given, await findRefundablePayments(work, orderId), terms)

/**
 * Queues a claim's refund as far as the payments cover it; operators pay the rest. Excludes the fee of a return that
 * hasn't started: it may be refunded itself.
 */
export async function refundClaim(
  work: Pick<Work, 'tx'>,
  services: RefundServices,
  order: Pick<OrderRow, 'orderId' | 'return'>,
  { claimId, amount }: Pick<ClaimRow, 'claimId' | 'amount'>,
): Promise<void> {
  const held = await findRefundablePayments(work, order.orderId)
  const own = held.filter(({ payment }) => order.return !== 'wait' || payment.purpose !== 'return')
  await refundFrom(work, services, own, { amount, reason: 'claim', claimId })
}

export async function refundEverything(
  work: Pick<Work, 'tx'>,
  services: RefundServices,
  orderId: string,
  reason: RefundReason,
): Promise<void> {
  for (const { payment, sessionId, refundable: left } of await findRefundablePayments(work, orderId)) {
    if (left === 0) continue
    await refundSession(work, services, payment, sessionId, { amount: left, reason })
    await work.tx
      .update(payments)
      .set({ state: 'refunding', updateTime: services.now() })
      .where(eq(payments.paymentId, payment.paymentId))
  }
}
