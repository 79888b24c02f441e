import { isLastLateStep, lateRefundOf } from '@handsfree/core/policy'
import { promisedArrivalOf } from './lifecycle-columns.ts'
import type { OrderRow } from './orders.table.ts'

/** What the lateness of an order's bags gives back. */
export type LateRefund = {
  /** Minutes of lateness, and minor units. Null where nothing goes back. */
  late: { minutes: number; amount: number } | null
  hasArrived: boolean
  /** Whether it is settled even when nothing is left to give back. */
  isFinal: boolean
}

/**
 * What is due for a late delivery, once for an order: when the bags arrive, or without them when the last step has passed
 * or the order has ended. Null where nothing is to be settled.
 */
export function lateRefundDue(order: OrderRow, now: Date): LateRefund | null {
  const { arrivedTime, payment, priceRule, closing, amountPaid } = order
  if (order.lateRefund !== null) return null
  if (payment !== 'paid' && payment !== 'supplementary') return null
  const promised = promisedArrivalOf(order, now)
  const hasArrived = arrivedTime !== null
  const isFixed = isLastLateStep(priceRule, promised, now.getTime())
  if (!hasArrived && closing === 'open' && !isFixed) return null
  const arrived = (arrivedTime ?? now).getTime()
  const late = lateRefundOf(priceRule, { promised, arrived, paid: amountPaid })
  const isFinal = !hasArrived && isFixed
  return late || isFinal ? { late, hasArrived, isFinal } : null
}
