import { customerNotificationTypes, type Money, type PaymentMethod } from '@handsfree/core/contract'
import { errorCodes } from '@handsfree/core/lib'
import { canMoveOrder } from '@handsfree/core/orders'
import { and, eq, or } from 'drizzle-orm'
import { notify } from '../domain/notifications/notify.ts'
import { factsOf, lifecycleOf } from '../domain/orders/lifecycle-columns.ts'
import { lockOrder } from '../domain/orders/lock-order.ts'
import type { OrderRow } from '../domain/orders/orders.table.ts'
import { returnFeeDue } from '../domain/orders/return-fee.ts'
import { paymentNotFound } from '../domain/payments/find-payments.ts'
import { cancelSessionsOf, moveSession } from '../domain/payments/move-session.ts'
import {
  type PaymentRow,
  paymentSessions,
  payments,
  type SessionRow,
} from '../domain/payments/payments.table.ts'
import type { SessionOutcome } from '../domain/payments/provider.ts'
import { refundSession } from '../domain/payments/refunds.ts'
import { numberReceipt } from '../domain/receipts/document-numbers.ts'
import { queueReceipt } from '../domain/receipts/receipt-mails.ts'
import type { Database } from '../runtime/db/database.ts'
import type { Work } from '../runtime/db/work.ts'
import { ApiError } from '../runtime/http/api-error.ts'
import type { Services } from '../runtime/services.ts'
import { beginReview } from './begin-review.ts'
import { moveOrder } from './move-order.ts'
import { lockChangeOf, settleChange } from './settle-change.ts'
import { reopenRefund } from './settle-refund.ts'

type SettleServices = Pick<Services, 'mail' | 'now' | 'random' | 'realtime'>
type Subject = { session: SessionRow; payment: PaymentRow; order: OrderRow }

const isSession = (provider: string, reference: string) =>
  and(eq(paymentSessions.provider, provider), eq(paymentSessions.reference, reference))

/** Locks the order before rereading the session, which serializes everything about one order. */
async function lockSubject(work: Work, provider: string, reference: string): Promise<Subject> {
  const find = () =>
    work.tx
      .select({ session: paymentSessions, payment: payments })
      .from(paymentSessions)
      .innerJoin(payments, eq(payments.paymentId, paymentSessions.paymentId))
      .where(isSession(provider, reference))
  const [known] = await find()
  const order = known ? await lockOrder(work, known.payment.orderId) : null
  const [found] = order ? await find() : []
  if (!order || !found) throw paymentNotFound()
  return { ...found, order }
}

/** Returns whether this server opened the session, even if the provider's reference isn't stored yet. */
export async function isKnownSession(
  db: Database,
  provider: string,
  { sessionId, reference }: { sessionId: string; reference: string },
): Promise<boolean> {
  const isReserved = and(eq(paymentSessions.provider, provider), eq(paymentSessions.sessionId, sessionId))
  const found = await db
    .select({ sessionId: paymentSessions.sessionId })
    .from(paymentSessions)
    .where(or(isReserved, isSession(provider, reference)))
    .limit(1)
  return found.length > 0
}

const setPayment = (work: Work, { now }: SettleServices, paymentId: string, changes: Partial<PaymentRow>) =>
  work.tx
    .update(payments)
    .set({ ...changes, updateTime: now() })
    .where(eq(payments.paymentId, paymentId))

async function settlePaid(work: Work, services: SettleServices, subject: Subject, actor: string) {
  const { session, payment, order } = subject
  const refund = async () => {
    await refundSession(work, services, payment, session.sessionId, {
      amount: payment.amount,
      reason: 'unneeded',
    })
    await reopenRefund(work, services, order, actor)
  }
  if (payment.paidSessionId !== null) return refund()
  // Pages of other methods and devices.
  await cancelSessionsOf(work, services, eq(payments.paymentId, payment.paymentId))
  const paidColumns = { paidSessionId: session.sessionId, failure: null }
  const refundPayment = async () => {
    await setPayment(work, services, payment.paymentId, { ...paidColumns, state: 'refunding' })
    return refund()
  }
  const change = await lockChangeOf(work, payment)
  if (change) {
    if (!(await settleChange(work, services, order, change, payment.amount))) return refundPayment()
    await queueReceipt(work, services, order, session.sessionId)
    return setPayment(work, services, payment.paymentId, { ...paidColumns, state: 'paid' })
  }
  if (payment.source === 'supplementary' && payment.droppedTime === null && returnFeeDue(order) > 0) {
    await setPayment(work, services, payment.paymentId, { ...paidColumns, state: 'paid' })
    await queueReceipt(work, services, order, session.sessionId)
    await moveOrder(work, services, order, { event: 'return.pay', actor })
    return
  }
  const amountPaid = order.amountPaid + payment.amount
  const facts = factsOf({ ...order, amountPaid }, services.now())
  const isDue =
    payment.droppedTime === null && canMoveOrder(lifecycleOf(order), facts, { type: 'payment.succeeded' })
  if (!isDue) return refundPayment()
  await setPayment(work, services, payment.paymentId, { ...paidColumns, state: 'paid' })
  await queueReceipt(work, services, order, session.sessionId)
  const paidOrder = await moveOrder(work, services, order, {
    event: 'payment.succeeded',
    actor,
    changes: { amountPaid },
  })
  await beginReview(work, services, paidOrder)
}

async function settleUnpaid(
  work: Work,
  services: SettleServices,
  { payment, order }: Subject,
  failure: 'declined' | 'expired',
  actor: string,
) {
  if (payment.paidSessionId !== null || payment.droppedTime !== null || order.closing !== 'open') return
  await setPayment(work, services, payment.paymentId, { state: 'fail', failure })
  const { orderId, orderNumber, uin } = order
  if (failure === 'declined' && order.payment === 'unpaid') {
    await moveOrder(work, services, order, { event: 'payment.failed', actor })
  } else {
    work.afterCommit(() => services.realtime.orderChanged(uin, orderId))
  }
  // An expired session only means that the traveller left; the order has its own reminder.
  if (failure === 'expired') return
  await notify(work, services, {
    uin,
    type: customerNotificationTypes.pendingPayment,
    content: {
      orderId,
      orderNumber,
      amount: payment.amount,
      currency: payment.currency,
      source: payment.source,
      ...(payment.purpose ? { purpose: payment.purpose } : {}),
      failure,
    },
    isPopup: false,
  })
}

/** The provider took a different amount than the payment's. It isn't booked; an operator must check. */
export class AmountMismatch extends ApiError {
  readonly sessionId: string

  constructor(paymentId: string, sessionId: string) {
    super(errorCodes.billingNotFound, `another amount than payment ${paymentId} asks for`, { status: 409 })
    this.sessionId = sessionId
  }
}

/**
 * Settles a session by the provider's event. Idempotent, and safe for late or out-of-order events. Payments that the
 * order can't use are refunded. Throws 8002 for an unknown session or another amount (`AnotherAmount`).
 */
export async function settleSession(
  work: Work,
  services: SettleServices,
  update: {
    provider: string
    reference: string
    outcome: SessionOutcome
    amount: Money | null
    method?: PaymentMethod | null
  },
): Promise<void> {
  const { provider, reference, outcome, amount, method } = update
  const subject = await lockSubject(work, provider, reference)
  const { payment, session } = subject
  if (outcome === 'paid' && (amount?.amount !== payment.amount || amount.currency !== payment.currency)) {
    throw new AmountMismatch(payment.paymentId, session.sessionId)
  }
  const movedSession = await moveSession(
    work,
    services,
    session.sessionId,
    { type: `provider.${outcome}` },
    { changes: outcome === 'paid' && method ? { method } : {} },
  )
  if (!movedSession || movedSession.before.state === movedSession.after.state) return
  const actor = `provider:${provider}`
  if (outcome === 'processing') {
    const { uin, orderId } = subject.order
    work.afterCommit(() => services.realtime.orderChanged(uin, orderId))
  }
  if (outcome === 'paid') {
    await settlePaid(work, services, subject, actor)
    await numberReceipt(work, subject.order, movedSession.after)
  }
  if (outcome === 'failed') await settleUnpaid(work, services, subject, 'declined', actor)
  if (outcome === 'expired') await settleUnpaid(work, services, subject, 'expired', actor)
}
