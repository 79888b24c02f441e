import type { Order, OrderStatus } from '../api/contract/order.ts'
import { isPickupMissed } from './order-facts.ts'

/** How urgent an order is for its traveller: what waits for them, then bags in our hands, then what needs nothing. */
const ranks: Record<OrderStatus, number> = {
  // The courier is with the bags.
  pending_surcharge: 0,
  payment_failed: 1,
  pending_payment: 1,
  // The bags can be collected.
  delivered: 2,
  arrived: 3,
  pending_storage: 3,
  in_transit: 3,
  pending_pickup: 4,
  review_pass: 5,
  reviewing: 5,
  created: 5,
  review_failed: 6,
  refunding: 6,
  handed: 7,
  completed: 7,
  refund_completed: 7,
  cancelled: 7,
}

function rank(order: Order, now: number): number {
  if (order.checkingSince !== null) return ranks.reviewing
  // Nobody came: the traveller cancels, or calls.
  return Math.min(ranks[order.status], isPickupMissed(order, now) ? ranks.delivered : Infinity)
}

/** Whether the traveller has to pay, collect the bags, or cancel. `now` is milliseconds since 1970. */
export const waitsForTraveller = (order: Order, now: number): boolean => rank(order, now) <= ranks.delivered

/** Orders by urgency; equals stay in their order. `now` is milliseconds since 1970. */
export const byUrgency = (orders: readonly Order[], now: number): Order[] =>
  orders.toSorted((a, b) => rank(a, now) - rank(b, now))
