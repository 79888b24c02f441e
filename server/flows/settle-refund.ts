import { customerNotificationTypes } from '@handsfree/core/contract'
import type { RefundEvent } from '@handsfree/core/payments'
import { eq } from 'drizzle-orm'
import { notify } from '../domain/notifications/notify.ts'
import { notifyOperators } from '../domain/notifications/notify-employees.ts'
import { lockOrder } from '../domain/orders/lock-order.ts'
import type { OrderRow } from '../domain/orders/orders.table.ts'
import { findOpenRefunds, moveRefund } from '../domain/payments/move-refund.ts'
import { type RefundRow, refunds } from '../domain/payments/payments.table.ts'
import type { RefundAnswer } from '../domain/payments/provider.ts'
import { numberCreditNote } from '../domain/receipts/document-numbers.ts'
import { markRedInvoiceDue } from '../domain/receipts/invoices.ts'
import { queueReceipt } from '../domain/receipts/receipt-mails.ts'
import type { Work } from '../runtime/db/work.ts'
import type { Services } from '../runtime/services.ts'
import { moveOrder } from './move-order.ts'
import { updateClaimPayment } from './pay-claim.ts'

type SettleServices = Pick<Services, 'mail' | 'now' | 'random' | 'realtime'>

export const eventOf = ({ outcome }: Pick<RefundAnswer, 'outcome'>, attempt: number): RefundEvent => ({
  type: `provider.${outcome}`,
  attempt,
})

/** Completes the order's refund with its last one. Partial refunds get their own notification. */
async function finishRefund(
  work: Work,
  services: SettleServices,
  order: OrderRow,
  { amount }: RefundRow,
  actor: string,
): Promise<void> {
  const { orderId, orderNumber, uin, currency } = order
  if (order.payment !== 'refunding') {
    await notify(work, services, {
      uin,
      type: customerNotificationTypes.refunded,
      content: { orderId, orderNumber, amount, currency },
      isPopup: false,
    })
    return
  }
  const open = await findOpenRefunds(work, orderId)
  if (open.length === 0) await moveOrder(work, services, order, { event: 'refund.complete', actor })
}

/** Reopens a fully refunded order when a bank returns a refund or another payment arrives. */
export async function reopenRefund(
  work: Work,
  services: SettleServices,
  order: OrderRow,
  actor: string,
): Promise<void> {
  if (order.payment === 'refunded') await moveOrder(work, services, order, { event: 'refund.reopen', actor })
}

/**
 * Moves a refund by one event and updates its order. Returns the refund and whether this event gave it up. Returns
 * null for an unknown refund or a late or repeated event.
 */
export async function settleRefund(
  work: Work,
  services: SettleServices,
  refundId: string,
  { event, actor, reason = null }: { event: RefundEvent; actor: string; reason?: string | null },
): Promise<{ refund: RefundRow; isGivenUp: boolean } | null> {
  const [known] = await work.tx
    .select({ orderId: refunds.orderId })
    .from(refunds)
    .where(eq(refunds.refundId, refundId))
  const order = known ? await lockOrder(work, known.orderId) : null
  const moved = order && (await moveRefund(work, services, refundId, event, reason))
  if (!order || !moved) return null
  const { before, after } = moved
  if (after.doneTime && !before.doneTime) {
    await queueReceipt(work, services, order, refundId)
    await finishRefund(work, services, order, after, actor)
  } else if (before.doneTime && !after.doneTime) {
    await reopenRefund(work, services, order, actor)
    work.afterCommit(() => services.realtime.orderChanged(order.uin, order.orderId))
  }
  if (Boolean(after.doneTime) !== Boolean(before.doneTime)) {
    await updateClaimPayment(work, services, after, actor)
  }
  await numberCreditNote(work, order, after)
  if (after.doneTime && !before.doneTime) await markRedInvoiceDue(work.tx, after)
  const isGivenUp = after.state === 'needsOperator' && before.state !== 'needsOperator'
  if (isGivenUp) await notifyOperators(work, services, order.orderId, { queueKind: 'refund', actor })
  return { refund: after, isGivenUp }
}

/** Marks all open refunds of an order as done on an operator's request. Returns the refunded order. */
export async function settleAllRefunds(
  work: Work,
  services: SettleServices,
  order: OrderRow,
  actor: string,
): Promise<OrderRow> {
  const completedRefunds: RefundRow[] = []
  for (const { refundId } of await findOpenRefunds(work, order.orderId)) {
    const moved = await moveRefund(work, services, refundId, { type: 'operator.markDone' })
    if (!moved) continue
    await queueReceipt(work, services, order, refundId)
    await updateClaimPayment(work, services, moved.after, actor)
    completedRefunds.push(moved.after)
  }
  const refundedOrder = await moveOrder(work, services, order, { event: 'refund.complete', actor })
  for (const refund of completedRefunds) {
    await numberCreditNote(work, order, refund)
    await markRedInvoiceDue(work.tx, refund)
  }
  return refundedOrder
}
