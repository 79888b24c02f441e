import type { Order } from '../contract/order.ts'
import { type NextAction, nextAction } from './next-action.ts'
import { isPickupMissed } from './order-state.ts'
import { statusTraits } from './status.ts'

const actionRanks: Partial<Record<NextAction, number>> = {
  answer: statusTraits.pending_surcharge.urgency,
  payBill: statusTraits.pending_payment.urgency,
  choosePlace: statusTraits.delivered.urgency,
}

function rank(order: Order, now: number): number {
  const action = nextAction(order, now)
  const actionRank = (action && actionRanks[action]) ?? Number.POSITIVE_INFINITY
  if (order.checkingSince !== null) return Math.min(statusTraits.reviewing.urgency, actionRank)
  // After a missed pickup, the traveller cancels or calls.
  const missedRank = isPickupMissed(order, now) ? statusTraits.delivered.urgency : Number.POSITIVE_INFINITY
  return Math.min(statusTraits[order.status].urgency, actionRank, missedRank)
}

/** Whether the traveller has to answer, pay, collect or cancel. `now` is ms since 1970. */
export const waitsForTraveller = (order: Order, now: number): boolean =>
  rank(order, now) <= statusTraits.delivered.urgency

/** Sorts by urgency; the sort is stable. `now` is ms since 1970. */
export const byUrgency = (orders: readonly Order[], now: number): Order[] =>
  orders.toSorted((a, b) => rank(a, now) - rank(b, now))
