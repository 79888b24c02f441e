import type { Order } from '../contract/order.ts'
import { freeCancellationUntil } from '../policy/promises.ts'
import { canMoveOrder } from './move-order.ts'
import { missedFromOf } from './order-state.ts'

/** End of free cancellation for an order placed late, in ms since 1970; null for any other order. */
export function lateUntilOf({ promises, pickupTime }: Order): number | null {
  const until = Date.parse(promises.freeCancellationUntil)
  return until > freeCancellationUntil(Date.parse(pickupTime)) ? until : null
}

/** Whether the order may be cancelled now, by the server's rule. `now` is ms since 1970. */
export const mayCancel = (order: Order, now: number): boolean => {
  const { lifecycle, pickupTime, total, amountPaid, pieces, delivery } = order
  return canMoveOrder(
    lifecycle,
    {
      now,
      lateFreeUntil: lateUntilOf(order),
      missedFrom: missedFromOf(order),
      pickupTime: Date.parse(pickupTime),
      total: total.amount,
      amountPaid: amountPaid.amount,
      pieces,
      confirmedPieces: 0,
      isAtSite: delivery.siteId !== null,
    },
    { type: 'order.cancel' },
  )
}

/**
 * Whether a page offers cancellation. The order was requested at `askedAt` and received at `loadedAt` (ms since 1970).
 * If the rule contradicts the server's actions at both times, the clocks differ and the server's actions win.
 */
export function offersCancellation(
  order: Order,
  { requestedAt, loadedAt, now }: { requestedAt: number; loadedAt: number; now: number },
): boolean {
  const wasAllowed = order.actions.includes('order.cancel')
  const agrees = [requestedAt, loadedAt].some((time) => mayCancel(order, time) === wasAllowed)
  return agrees ? mayCancel(order, now) : wasAllowed
}
