import type { Order } from '../contract/order.ts'
import { type CancelTerms, cancelTerms } from '../policy/promises.ts'
import { lateUntilOf } from './may-cancel.ts'
import { isBeforePickup, isPaid, missedFromOf } from './order-state.ts'

/** Cancellation terms; null after pickup, when the order is over, and while it is locked. `now` is ms since 1970. */
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

/** Times at which the terms change, in ms since 1970: end of free cancellation and missed pickup. */
export const cancelTermsEdges = (order: Order): readonly number[] => [
  Date.parse(order.promises.freeCancellationUntil) + 1,
  missedFromOf(order) + 1,
]

export type RefundTerms = 'onCancelOrRefusal' | 'onCancel' | 'onRefusal'

/** Null if nothing can cause a refund: the order is free, over, or can be neither cancelled nor rejected. */
export function refundTerms(order: Order, now: number): RefundTerms | null {
  if (!isBeforePickup(order) || order.total.amount === 0) return null
  const terms = orderCancelTerms(order, now)
  const onCancel = terms === 'freeUntil' || terms === 'nobodyCame'
  const onRefusal = order.lifecycle.review === 'none' || order.lifecycle.review === 'waitConfirm'
  if (onCancel) return onRefusal ? 'onCancelOrRefusal' : 'onCancel'
  return onRefusal ? 'onRefusal' : null
}
