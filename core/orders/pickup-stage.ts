import type { Order } from '../contract/order.ts'
import { isBeforePickup, isPaid, isPickupMissed } from './order-state.ts'

/** How far the pickup of a paid order is. `due` means past the pickup time without a courier. */
export type PickupStage = 'inReview' | 'planned' | 'due' | 'courierThere' | 'missed'

/** Null before payment, after pickup, and while a surcharge or a problem comes first. `now` is ms since 1970. */
export function pickupStage(order: Order, now: number): PickupStage | null {
  const { lifecycle, status, courierArrivedTime, pickupTime } = order
  if (!isBeforePickup(order) || !isPaid(order)) return null
  if (lifecycle.lock === 'locked' || status === 'review_failed' || status === 'pending_surcharge') return null
  if (isPickupMissed(order, now)) return 'missed'
  if (lifecycle.review !== 'pass') return 'inReview'
  if (courierArrivedTime) return 'courierThere'
  return now > Date.parse(pickupTime) ? 'due' : 'planned'
}
