import type { Order } from '../api/contract/order.ts'
import { canMoveOrder } from './lifecycle.ts'

/** Whether the order may be cancelled now, by the server's rule. `now` is milliseconds since 1970. */
export const mayCancel = (
  { lifecycle, pickupTime, total, amountPaid, pieces }: Order,
  now: number,
): boolean =>
  canMoveOrder(
    lifecycle,
    {
      now,
      pickupTime: Date.parse(pickupTime),
      total: total.amount,
      amountPaid: amountPaid.amount,
      pieces,
      confirmedPieces: 0,
    },
    { type: 'order.cancel' },
  )

/**
 * Whether a page offers to cancel an order that it read some time ago. Where its clock differs from the server's, the
 * server's actions count.
 */
export function offersCancellation(
  order: Order,
  { loadedAt, now }: { loadedAt: number; now: number },
): boolean {
  const wasAllowed = order.actions.includes('order.cancel')
  return mayCancel(order, loadedAt) === wasAllowed ? mayCancel(order, now) : wasAllowed
}
