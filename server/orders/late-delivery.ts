import { customerNotificationTypes } from '@handsfree/core/api'
import { lateRefundOf } from '@handsfree/core/policy'
import { eq } from 'drizzle-orm'
import type { Work } from '../db/work.ts'
import { notify } from '../notifications/notify.ts'
import { refundPart } from '../payments/refunds.ts'
import { newId } from '../random.ts'
import type { Services } from '../services.ts'
import { deliveryOf } from './lifecycle-columns.ts'
import { type OrderRow, orders, orderTrace } from './orders.table.ts'

type LateServices = Pick<Services, 'now' | 'random' | 'realtime'>

/**
 * Gives back what a late delivery gives back, at most what claims have left of the price, in the transaction in which the
 * bags arrive: once for an order, for they arrive once. Returns the order as it is then.
 */
export async function refundLateness(work: Work, services: LateServices, order: OrderRow): Promise<OrderRow> {
  const { orderId, orderNumber, uin, currency, arrivedTime, payment } = order
  if (arrivedTime === null || order.lateRefund !== null) return order
  if (payment !== 'paid' && payment !== 'supplementary') return order
  const late = lateRefundOf(order.priceRule, {
    promised: deliveryOf(order).promised,
    arrived: arrivedTime.getTime(),
    paid: order.amountPaid,
  })
  if (!late) return order
  const { minutes } = late
  const amount = await refundPart(work, services, orderId, late.amount)
  if (amount === 0) return order
  const refund = { amount, currency }
  const time = services.now()
  const changes = { lateRefund: amount }
  await work.tx.update(orders).set(changes).where(eq(orders.orderId, orderId))
  await work.tx.insert(orderTrace).values({
    traceId: newId(services.random),
    orderId,
    type: 'updated',
    facts: { lateMinutes: minutes, refund },
    time,
  })
  await notify(work, services, {
    uin,
    type: customerNotificationTypes.orderUpdated,
    content: { orderId, orderNumber, change: 'deliveredLate', minutes, refund },
    isPopup: false,
  })
  return { ...order, ...changes }
}
