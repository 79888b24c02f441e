import { customerNotificationTypes } from '@handsfree/core/contract'
import { and, eq, isNull } from 'drizzle-orm'
import { notify } from '../domain/notifications/notify.ts'
import { type OrderRow, orders } from '../domain/orders/orders.table.ts'
import type { ReturnFeeChange } from '../domain/orders/return-fee.ts'
import { dropOpenSurcharge, openSurcharge } from '../domain/payments/open-payment.ts'
import { payments } from '../domain/payments/payments.table.ts'
import { refundPart } from '../domain/payments/refunds.ts'
import type { Work } from '../runtime/db/work.ts'
import type { Services } from '../runtime/services.ts'

type FeeServices = Pick<Services, 'now' | 'random' | 'realtime'>

/** Opens the surcharge. No popup for travellers who just chose the return: the page shows the bill. */
async function openBill(work: Work, services: FeeServices, order: OrderRow, fee: number, actor: string) {
  const { uin, orderId, orderNumber, currency } = order
  await openSurcharge(work, services, order, fee, 'return')
  const content = { orderId, orderNumber, amount: fee, currency, source: 'supplementary', purpose: 'return' }
  const type = customerNotificationTypes.pendingPayment
  await notify(work, services, { uin, type, content, isPopup: !actor.startsWith('traveller:') })
}

async function refundReturnFee(
  work: Work,
  services: FeeServices,
  order: OrderRow,
  fee: number,
): Promise<OrderRow> {
  const { orderId, lines, total, amountPaid } = order
  await refundPart(work, services, orderId, { amount: fee, reason: 'return' })
  const [updatedOrder] = await work.tx
    .update(orders)
    .set({
      lines: lines.filter(({ kind }) => kind !== 'return'),
      total: total - fee,
      amountPaid: amountPaid - fee,
    })
    .where(eq(orders.orderId, orderId))
    .returning()
  return updatedOrder!
}

/**
 * Adjusts the return fee of a locked order: opens a bill, drops an unpaid one, or refunds a paid one. Returns the
 * current order.
 */
export async function adjustReturnFee(
  work: Work,
  services: FeeServices,
  order: OrderRow,
  { fee, paid }: ReturnFeeChange,
  actor: string,
): Promise<OrderRow> {
  const { orderId } = order
  const openPayments = await work.tx
    .select({ paymentId: payments.paymentId })
    .from(payments)
    .where(
      and(
        eq(payments.orderId, orderId),
        eq(payments.source, 'supplementary'),
        isNull(payments.paidSessionId),
        isNull(payments.droppedTime),
      ),
    )
  if (fee > 0) {
    if (openPayments.length === 0) await openBill(work, services, order, fee, actor)
    return order
  }
  if (openPayments.length > 0) await dropOpenSurcharge(work, services, orderId)
  return paid > 0 ? refundReturnFee(work, services, order, paid) : order
}
