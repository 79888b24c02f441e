import { customerNotificationTypes } from '@handsfree/core/contract'
import { eq } from 'drizzle-orm'
import { notify } from '../domain/notifications/notify.ts'
import type { LateRefund } from '../domain/orders/late-refund.ts'
import { type OrderRow, orders } from '../domain/orders/orders.table.ts'
import { addTrace } from '../domain/orders/trace.ts'
import { refundPart } from '../domain/payments/refunds.ts'
import type { Work } from '../runtime/db/work.ts'
import type { Services } from '../runtime/services.ts'

/** Pays the late refund, at most what claims left of the price. Returns the current order. */
export async function payLateRefund(
  work: Work,
  services: Pick<Services, 'now' | 'random' | 'realtime'>,
  order: OrderRow,
  { late, hasArrived, isFinal }: LateRefund,
): Promise<OrderRow> {
  const { orderId, orderNumber, uin, currency } = order
  const amount = late ? await refundPart(work, services, orderId, { amount: late.amount, reason: 'late' }) : 0
  if (amount === 0 && !isFinal) return order
  await work.tx.update(orders).set({ lateRefund: amount }).where(eq(orders.orderId, orderId))
  const settledOrder = { ...order, lateRefund: amount }
  if (!late || amount === 0) return settledOrder
  const { minutes } = late
  const refund = { amount, currency }
  const facts = { ...(minutes !== null && { lateMinutes: minutes }), refund }
  await addTrace(work, services.random, { orderId, time: services.now() }, { type: 'updated', facts })
  const change = hasArrived ? 'deliveredLate' : 'lateRefunded'
  await notify(work, services, {
    uin,
    type: customerNotificationTypes.orderUpdated,
    content: { orderId, orderNumber, change, ...(minutes !== null && { minutes }), refund },
    isPopup: false,
  })
  work.afterCommit(() => services.realtime.orderChanged(uin, orderId))
  return settledOrder
}
