import type { Money } from '../api/contract/common.ts'
import type { Order } from '../api/contract/order.ts'
import { customerViews } from '../api/contract/views.ts'
import { pickupMissedFrom } from '../policy/promises.ts'
import { isInView } from './views.ts'

/** Whether our promises still hold: until the bags are handed over or the order is over. */
export const promisesHold = ({ regions }: Order): boolean =>
  regions.closing === 'open' && regions.warehouse !== 'handed'

/** The claim code while it still opens something: from payment until the bags are handed over; null otherwise. */
export const usableClaimCode = (order: Order): string | null => (promisesHold(order) ? order.claimCode : null)

/** What the traveller has to pay now; null when nothing is due. */
export const amountDue = ({ actions, total, amountPaid }: Order): Money | null =>
  actions.includes('order.pay')
    ? { amount: total.amount - amountPaid.amount, currency: total.currency }
    : null

/** Where the traveller pays what is due; null when nothing is. */
export const checkoutPath = ({ actions, paymentId }: Order): string | null =>
  actions.includes('order.pay') && paymentId !== null ? `/payment/checkout/${paymentId}` : null

/** Where the traveller sees how a payment stands on which the provider works; null while there is none. */
export const checkingPath = ({ checkingSince, paymentId }: Order): string | null =>
  checkingSince !== null && paymentId !== null ? `/payment/checkout/${paymentId}` : null

/** Cancelled, or not accepted. */
export const isCalledOff = ({ regions }: Order): boolean => isInView(customerViews.cancelled, regions)

/** With the courier or at the counter: from the pickup until the bags are handed over. */
export const isOnItsWay = (order: Order): boolean =>
  order.regions.pickup === 'pickuped' && promisesHold(order)

/** The bags are still to reach their destination. */
export const isToArrive = ({ regions }: Order): boolean =>
  regions.transport !== 'completed' && regions.closing === 'open'

/** All the money goes back, or is back. */
export const isRefunded = ({ regions }: Order): boolean =>
  regions.payment === 'refunding' || regions.payment === 'refunded'

/** Open, and nobody has taken the bags over. */
export const isBeforePickup = ({ regions }: Order): boolean =>
  regions.closing === 'open' && regions.pickup !== 'pickuped'

/** Paid for, apart from a surcharge. */
export const isPaid = ({ regions }: Order): boolean =>
  regions.payment === 'paid' || regions.payment === 'supplementary'

/** Paid for, and nobody has picked the bags up long after the time that was agreed. `now` is milliseconds since 1970. */
export const isPickupMissed = (order: Order, now: number): boolean =>
  isBeforePickup(order) && isPaid(order) && now >= pickupMissedFrom(Date.parse(order.pickupTime))
