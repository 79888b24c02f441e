import type { Order } from '../contract/order.ts'
import { type NextAct, nextAct } from './next-act.ts'
import { isPickupMissed } from './order-facts.ts'
import { statuses } from './status.ts'

const actRanks: Partial<Record<NextAct, number>> = {
  answer: statuses.pending_surcharge.urgency,
  payBill: statuses.pending_payment.urgency,
  choosePlace: statuses.delivered.urgency,
}

function rank(order: Order, now: number): number {
  const act = nextAct(order, now)
  const waits = (act && actRanks[act]) ?? Number.POSITIVE_INFINITY
  if (order.checkingSince !== null) return Math.min(statuses.reviewing.urgency, waits)
  // After a missed pickup, the traveller cancels or calls.
  const missed = isPickupMissed(order, now) ? statuses.delivered.urgency : Number.POSITIVE_INFINITY
  return Math.min(statuses[order.status].urgency, waits, missed)
}

/** Whether the traveller has to answer, pay, collect or cancel. `now` is ms since 1970. */
export const waitsForTraveller = (order: Order, now: number): boolean =>
  rank(order, now) <= statuses.delivered.urgency

/** Sorts by urgency; the sort is stable. `now` is ms since 1970. */
export const byUrgency = (orders: readonly Order[], now: number): Order[] =>
  orders.toSorted((a, b) => rank(a, now) - rank(b, now))
