import type { Money } from '../contract/common.ts'
import type { Order } from '../contract/order.ts'
import { customerViews } from '../contract/views.ts'
import { pickupMissedFrom } from '../policy/promises.ts'
import { isInCustomerView } from './customer-views.ts'

/** Whether the order goes on: neither closed nor cancelled. */
export const isOpen = ({ lifecycle }: Order): boolean => lifecycle.closing === 'open'

/** Whether an operator closed the order on a report without a hand-over. */
export const isUndelivered = ({ lifecycle }: Pick<Order, 'lifecycle'>): boolean =>
  lifecycle.closing === 'closed' && lifecycle.review !== 'fail' && lifecycle.warehouse !== 'handed'

/** Whether an operator cancelled the order on a report after pickup, before its bags are handed over. */
export const isRecalled = ({ lifecycle, cancelTime }: Pick<Order, 'lifecycle' | 'cancelTime'>): boolean =>
  lifecycle.closing === 'open' && cancelTime !== null

/** When the bags were handed over or the order was closed after it; null for every other end. */
export const collectedTimeOf = (order: Order): string | null =>
  isCalledOff(order) || isUndelivered(order) ? null : order.completedTime

/** Whether our promises hold: until the bags are handed over or the order is over. */
export const promisesHold = (order: Order): boolean => isOpen(order) && order.lifecycle.warehouse !== 'handed'

/** Whether what we promise of couriers holds: they leave bags in storage. */
export const courierPromisesHold = (order: Order): boolean =>
  promisesHold(order) && !isRecalled(order) && order.lifecycle.warehouse !== 'completed'

/** The claim code while it is valid: from payment until the bags are handed over; null otherwise. */
export const usableClaimCode = (order: Order): string | null => (promisesHold(order) ? order.claimCode : null)

/** Whether nothing can change any more: handed over, closed, or called off with no refund under way. */
export const isOver = (order: Order): boolean =>
  !promisesHold(order) && order.lifecycle.payment !== 'refunding'

/** What the traveller has to pay now; null when nothing is due. */
export const amountDue = ({ actions, total, amountPaid }: Order): Money | null =>
  actions.includes('order.pay')
    ? { amount: total.amount - amountPaid.amount, currency: total.currency }
    : null

/** Where the traveller pays what is due; null when nothing is. */
export const checkoutPath = ({ actions, paymentId }: Order): string | null =>
  actions.includes('order.pay') && paymentId !== null ? `/payment/checkout/${paymentId}` : null

/** Where the traveller follows a payment that the provider works on; null while there is none. */
export const checkingPath = ({ checkingSince, paymentId }: Order): string | null =>
  checkingSince !== null && paymentId !== null ? `/payment/checkout/${paymentId}` : null

/** Cancelled, or not accepted. */
export const isCalledOff = ({ lifecycle }: Order): boolean =>
  isInCustomerView(customerViews.cancelled, lifecycle)

/** With the courier or at the counter: from the pickup until the bags are handed over. */
export const isOnItsWay = (order: Order): boolean =>
  order.lifecycle.pickup === 'pickuped' && promisesHold(order)

/** Whether the bags have not reached their destination yet. */
export const isToArrive = (order: Order): boolean =>
  isOpen(order) && !isRecalled(order) && order.lifecycle.transport !== 'completed'

/** Whether all the money is refunded, or being refunded. */
export const isRefunded = ({ lifecycle }: Order): boolean =>
  lifecycle.payment === 'refunding' || lifecycle.payment === 'refunded'

/** Open, and not picked up. */
export const isBeforePickup = (order: Order): boolean =>
  isOpen(order) && order.lifecycle.pickup !== 'pickuped'

/** Paid for, apart from a surcharge. */
export const isPaid = ({ lifecycle }: Order): boolean =>
  lifecycle.payment === 'paid' || lifecycle.payment === 'supplementary'

/** From when the pickup counts as missed, as the server says. Milliseconds since 1970. */
export const missedFromOf = ({ promises, pickupTime }: Pick<Order, 'promises' | 'pickupTime'>): number =>
  promises.pickupMissedFrom === undefined
    ? pickupMissedFrom(Date.parse(pickupTime))
    : Date.parse(promises.pickupMissedFrom)

/** Paid for, and not picked up long after the agreed time. `now` is milliseconds since 1970. */
export const isPickupMissed = (order: Order, now: number): boolean =>
  isBeforePickup(order) && isPaid(order) && now >= missedFromOf(order)
