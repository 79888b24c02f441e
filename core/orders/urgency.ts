import type { Order, OrderStatus } from '../contract/order.ts'
import { type NextAct, nextAct } from './next-act.ts'
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

/** What waits whatever the status is. */
const actRanks: Partial<Record<NextAct, number>> = {
  answer: ranks.pending_surcharge,
  payBill: ranks.pending_payment,
  choosePlace: ranks.delivered,
}

function rank(order: Order, now: number): number {
  const act = nextAct(order, now)
  const waits = (act && actRanks[act]) ?? Number.POSITIVE_INFINITY
  if (order.checkingSince !== null) return Math.min(ranks.reviewing, waits)
  // Nobody came: the traveller cancels, or calls.
  const missed = isPickupMissed(order, now) ? ranks.delivered : Number.POSITIVE_INFINITY
  return Math.min(ranks[order.status], waits, missed)
}

/** Whether the traveller has to answer, pay, collect the bags, or cancel. `now` is milliseconds since 1970. */
export const waitsForTraveller = (order: Order, now: number): boolean => rank(order, now) <= ranks.delivered

/** Orders by urgency; equals stay in their order. `now` is milliseconds since 1970. */
export const byUrgency = (orders: readonly Order[], now: number): Order[] =>
  orders.toSorted((a, b) => rank(a, now) - rank(b, now))
