import type { Money } from '../contract/common.ts'
import type { Order } from '../contract/order.ts'
import { isArrivalPast } from '../policy/arrival.ts'
import { isDeliveryLate } from '../policy/late-delivery.ts'
import { isOnItsWay, isPaid, isToArrive } from './order-state.ts'

const minute = 60_000

/** Refund owed if the bags arrived now; null if none. `now` is ms since 1970. */
export function lateRefundDue(order: Order, now: number): Money | null {
  const { deliverBy, late = [] } = order.promises
  if (deliverBy === undefined || !isToArrive(order) || !isPaid(order)) return null
  const step = late.findLast(({ minutes }) => now > Date.parse(deliverBy) + minutes * minute)
  const { amount: paid, currency } = order.amountPaid
  const amount = step ? Math.round((paid * step.percent) / 100) : 0
  return amount > 0 ? { amount, currency } : null
}

/** Whether bags in our care are past their expected or promised time. `now` is ms since 1970. */
export function isOrderLate(order: Order, now: number): boolean {
  const { deliverBy } = order.promises
  const isBeyondPromise = deliverBy !== undefined && isDeliveryLate(Date.parse(deliverBy), now)
  return (
    isOnItsWay(order) &&
    isToArrive(order) &&
    order.lifecycle.return === 'none' &&
    (isArrivalPast(order, now) || isBeyondPromise)
  )
}
