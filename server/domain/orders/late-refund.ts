import { isLastLateStep, lateRefundOf } from '@handsfree/core/policy'
import { promisedArrivalOf } from './lifecycle-columns.ts'
import type { OrderRow } from './orders.table.ts'

export type LateRefund = {
  /** Minutes late (null if the bags never arrive), and the refund in minor units. Null without a refund. */
  late: { minutes: number | null; amount: number } | null
  hasArrived: boolean
  /** Settled even if the refund is zero. */
  isFinal: boolean
}

/** The refund if the bags arrive now, for when they arrived, or for bags that never will. Null without one. */
const latenessOf = (order: OrderRow, now: Date) =>
  lateRefundOf(order.priceRule, {
    promisedTime: promisedArrivalOf(order, now),
    arrivedTime:
      order.closing === 'closed' && !order.arrivedTime ? null : (order.arrivedTime ?? now).getTime(),
    amountPaid: order.amountPaid,
  })

/** Whether the current delay is refunded. A place's price rule may refund longer delays only, or nothing. */
export const isDelayRefunded = (order: OrderRow, now: Date): boolean =>
  order.lateRefund === null ? latenessOf(order, now) !== null : order.lateRefund > 0

/**
 * Returns the late refund, which is due once per order: on arrival, after the last late step, or when the order ends.
 * Null if nothing is due.
 */
export function lateRefundDue(order: OrderRow, now: Date): LateRefund | null {
  const { arrivedTime, payment, priceRule, closing } = order
  if (order.lateRefund !== null) return null
  if (payment !== 'paid' && payment !== 'supplementary') return null
  const promisedTime = promisedArrivalOf(order, now)
  const hasArrived = arrivedTime !== null
  const isFixed = isLastLateStep(priceRule, promisedTime, now.getTime())
  if (!hasArrived && closing === 'open' && !isFixed) return null
  const late = latenessOf(order, now)
  const isFinal = !hasArrived && isFixed
  return late || isFinal ? { late, hasArrived, isFinal } : null
}
