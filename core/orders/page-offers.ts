import type { Locale } from '../contract/common.ts'
import type { Order } from '../contract/order.ts'
import { cardSide, type DeskCard, placeLocale } from './desk-card.ts'
import { usableClaimCode } from './order-facts.ts'

/** Whether the order has a link for somebody else who collects, or may have had one. */
export const offersReceiverLink = (order: Order): boolean =>
  usableClaimCode(order) !== null || !mayMakeReceiverLink(order)

/** Whether there is something left to collect. */
export const mayMakeReceiverLink = ({ lifecycle }: Order): boolean => lifecycle.warehouse !== 'handed'

/** Whether there is something to claim, or was. */
export const offersClaims = ({ lifecycle }: Order): boolean => lifecycle.pickup === 'pickuped'

/** What of the order may be changed now; null for nothing, and while a change waits. */
export const offeredChange = ({ changes }: Order) => (changes && !changes.open ? changes.may : null)

/** The card for the desk where the traveller is; null when at none. `now` is milliseconds since 1970. */
export function cardOf(order: Order, now: number): (DeskCard & { side: 'pickup' | 'delivery' }) | null {
  const side = cardSide(order, now)
  const claimCode = side === 'delivery' ? usableClaimCode(order) : null
  return side && { side, orderNumber: order.orderNumber, claimCode }
}

/**
 * The languages of a card: the place's, then the traveller's. A traveller who has the place's language shows the other
 * one too: a desk may have neither.
 */
export function cardLocales({ timeZone }: Order, locale: Locale): [theirs: Locale, other: Locale] {
  const theirs = placeLocale(timeZone)
  return [theirs, theirs === locale ? (theirs === 'zh-CN' ? 'en-US' : 'zh-CN') : locale]
}
