import type { Order } from '../contract/order.ts'
import { type CancelTerms, cancelTerms } from '../policy/promises.ts'
import { lateUntilOf } from './may-cancel.ts'
import { isBeforePickup, isPaid, missedFromOf } from './order-facts.ts'

/** Terms of cancelling; null once the bags are picked up or the order is over, and while an operator has locked it. */
export const orderCancelTerms = (order: Order, now: number): CancelTerms | null =>
  isBeforePickup(order) && order.lifecycle.lock !== 'locked'
    ? cancelTerms({
        pickupTime: Date.parse(order.pickupTime),
        placedTime: Date.parse(order.createTime),
        isPaid: isPaid(order),
        lateUntil: lateUntilOf(order),
        missedFrom: missedFromOf(order),
        now,
      })
    : null

/** From when on something else holds for cancelling: free cancelling is over, the pickup missed. Milliseconds since 1970. */
export const cancelTermsEdges = (order: Order): readonly number[] => [
  Date.parse(order.promises.freeCancellationUntil) + 1,
  missedFromOf(order) + 1,
]

/** Causes of a refund that has not begun. */
export type RefundTerms = 'onCancelOrRefusal' | 'onCancel' | 'onRefusal'

/** Null when there is no cause: the order is free of charge, over, or neither to be cancelled nor to be refused. */
export function refundTerms(order: Order, now: number): RefundTerms | null {
  if (!isBeforePickup(order) || order.total.amount === 0) return null
  const terms = orderCancelTerms(order, now)
  const onCancel = terms === 'freeUntil' || terms === 'nobodyCame'
  const onRefusal = order.lifecycle.review === 'none' || order.lifecycle.review === 'waitConfirm'
  if (onCancel) return onRefusal ? 'onCancelOrRefusal' : 'onCancel'
  return onRefusal ? 'onRefusal' : null
}
