import { isLastLateStep, lateRefundOf } from '@handsfree/core/policy'
import { promisedArrivalOf } from './lifecycle-columns.ts'
import type { OrderRow } from './orders.table.ts'

export type LateRefund = {
  /** Minutes late, and the refund in minor units. Null without a refund. */
  late: { minutes: number; amount: number } | null
  hasArrived: boolean
  /** Settled even if the refund is zero. */
  isFinal: boolean
}

/**
 * Returns the late refund, which is due once per order: on arrival, after the last late step, or when the order ends.
 * Null if nothing is due.
 */
export function lateRefundDue(order: OrderRow, now: Date): LateRefund | null {
  const { arrivedTime, payment, priceRule, closing, amountPaid } = order
  if (order.lateRefund !== null) return null
  if (payment !== 'paid' && payment !== 'supplementary') return null
  const promisedTime = promisedArrivalOf(order, now)
  const hasArrived = arrivedTime !== null
  const isFixed = isLastLateStep(priceRule, promisedTime, now.getTime())
  if (!hasArrived && closing === 'open' && !isFixed) return null
  const arrival = (arrivedTime ?? now).getTime()
  const late = lateRefundOf(priceRule, { promisedTime, arrivedTime: arrival, amountPaid })
  const isFinal = !hasArrived && isFixed
  return late || isFinal ? { late, hasArrived, isFinal } : null
}
