import { customerNotificationTypes } from '@handsfree/core/api'
import { isLastLateStep, lateRefundOf } from '@handsfree/core/policy'
import { eq } from 'drizzle-orm'
import type { Work } from '../db/work.ts'
import { notify } from '../notifications/notify.ts'
import { refundPart } from '../payments/refunds.ts'
import { newId } from '../random.ts'
import type { Services } from '../services.ts'
import { promisedArrivalOf } from './lifecycle-columns.ts'
import { type OrderRow, orders, orderTrace } from './orders.table.ts'

type LateServices = Pick<Services, 'now' | 'random' | 'realtime'>

/**
 * Gives back what a late delivery gives back, at most what claims have left of the price, once for an order: when the bags
 * arrive, or without them when the last step has passed or the order has ended. Returns the order as it is then.
 */
export async function refundLateness(work: Work, services: LateServices, order: OrderRow): Promise<OrderRow> {
  const { orderId, orderNumber, uin, currency, arrivedTime, payment, priceRule } = order
  if (order.lateRefund !== null) return order
  if (payment !== 'paid' && payment !== 'supplementary') return order
  const time = services.now()
  const promised = promisedArrivalOf(order, time)
  const hasArrived = arrivedTime !== null
  const isFixed = isLastLateStep(priceRule, promised, time.getTime())
  if (!hasArrived && order.closing === 'open' && !isFixed) return order
  const arrived = (arrivedTime ?? time).getTime()
  const late = lateRefundOf(priceRule, { promised, arrived, paid: order.amountPaid })
  const amount = late ? await refundPart(work, services, orderId, late.amount) : 0
  // Nothing is left to give back for bags that aren't there: 0 settles it.
  if (amount === 0 && (hasArrived || !isFixed)) return order
  const changes = { lateRefund: amount }
  await work.tx.update(orders).set(changes).where(eq(orders.orderId, orderId))
  if (!late || amount === 0) return { ...order, ...changes }
  const { minutes } = late
  const refund = { amount, currency }
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
    content: {
      orderId,
      orderNumber,
      change: hasArrived ? 'deliveredLate' : 'lateRefunded',
      minutes,
      refund,
    },
    isPopup: false,
  })
  work.afterCommit(() => services.realtime.orderChanged(uin, orderId))
  return { ...order, ...changes }
}
