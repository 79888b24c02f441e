import type { Money } from '../contract/common.ts'
import type { Order } from '../contract/order.ts'
import { customerViews } from '../contract/views.ts'
import { pickupMissedFrom } from '../policy/promises.ts'
import { isInCustomerView } from './customer-views.ts'

export const isOpen = ({ lifecycle }: Order): boolean => lifecycle.closing === 'open'

/** Whether an operator closed the order on a report without a handover. */
export const isUndelivered = ({ lifecycle }: Pick<Order, 'lifecycle'>): boolean =>
  lifecycle.closing === 'closed' && lifecycle.review !== 'fail' && lifecycle.warehouse !== 'handed'

/** Whether an operator cancelled the order on a report after pickup and its bags aren't handed over yet. */
export const isRecalled = ({ lifecycle, cancelTime }: Pick<Order, 'lifecycle' | 'cancelTime'>): boolean =>
  lifecycle.closing === 'open' && cancelTime !== null

/** When the bags were handed over or the order closed after it; null for any other end. */
export const collectedTimeOf = (order: Order): string | null =>
  isCalledOff(order) || isUndelivered(order) ? null : order.completedTime

/** Whether our promises apply: until the bags are handed over or the order is over. */
export const arePromisesInForce = (order: Order): boolean =>
  isOpen(order) && order.lifecycle.warehouse !== 'handed'

/** Whether courier promises apply: they end once the bags are in storage. */
export const areCourierPromisesInForce = (order: Order): boolean =>
  arePromisesInForce(order) && !isRecalled(order) && order.lifecycle.warehouse !== 'completed'

/** The claim code while it is valid: from payment until the handover; null otherwise. */
export const usableClaimCode = (order: Order): string | null =>
  arePromisesInForce(order) ? order.claimCode : null

/** Whether the order is final: handed over, closed, or called off without a pending refund. */
export const isOver = (order: Order): boolean =>
  !arePromisesInForce(order) && order.lifecycle.payment !== 'refunding'

/** Whether the trip ended well: the recipient has all bags, and nothing is to be refunded. */
export const isCollected = (order: Order): boolean => isOver(order) && collectedTimeOf(order) !== null

/** Amount to pay now; null if none. */
export const amountDue = ({ actions, total, amountPaid }: Order): Money | null =>
  actions.includes('order.pay')
    ? { amount: total.amount - amountPaid.amount, currency: total.currency }
    : null

/** Path of the payment page; null if nothing is due. */
export const checkoutPath = ({ actions, paymentId }: Order): string | null =>
  actions.includes('order.pay') && paymentId !== null ? `/payment/checkout/${paymentId}` : null

/** Path of a payment that the provider is processing; null if none. */
export const checkingPath = ({ checkingSince, paymentId }: Order): string | null =>
  checkingSince !== null && paymentId !== null ? `/payment/checkout/${paymentId}` : null

/** Cancelled or rejected. */
export const isCalledOff = ({ lifecycle }: Order): boolean =>
  isInCustomerView(customerViews.cancelled, lifecycle)

/** Number of bags that aren't handed over. All bags before pickup and after the whole handover. */
export const piecesLeftOf = ({ bags, pieces }: Pick<Order, 'bags' | 'pieces'>): number =>
  bags.filter(({ isHanded }) => !isHanded).length || pieces

/** Whether we have the bags: from pickup until the handover. */
export const isOnItsWay = (order: Order): boolean =>
  order.lifecycle.pickup === 'pickuped' && arePromisesInForce(order)

/** Whether the bags have yet to reach their destination. */
export const isToArrive = (order: Order): boolean =>
  isOpen(order) && !isRecalled(order) && order.lifecycle.transport !== 'completed'

/** Whether a refund is done or pending. */
export const isRefunded = ({ lifecycle }: Order): boolean =>
  lifecycle.payment === 'refunding' || lifecycle.payment === 'refunded'

/** Open and not picked up. */
export const isBeforePickup = (order: Order): boolean =>
  isOpen(order) && order.lifecycle.pickup !== 'pickuped'

/** Paid, apart from a surcharge. */
export const isPaid = ({ lifecycle }: Order): boolean =>
  lifecycle.payment === 'paid' || lifecycle.payment === 'supplementary'

/** When the pickup counts as missed, in ms since 1970. The server's time wins over the rule. */
export const missedFromOf = ({ promises, pickupTime }: Pick<Order, 'promises' | 'pickupTime'>): number =>
  promises.pickupMissedFrom === undefined
    ? pickupMissedFrom(Date.parse(pickupTime))
    : Date.parse(promises.pickupMissedFrom)

/** Whether the pickup of a paid order is missed. `now` is ms since 1970. */
export const isPickupMissed = (order: Order, now: number): boolean =>
  isBeforePickup(order) && isPaid(order) && now >= missedFromOf(order)
