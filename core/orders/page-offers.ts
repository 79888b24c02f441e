import type { Locale } from '../contract/common.ts'
import type { Order } from '../contract/order.ts'
import { cardSide, type DeskCard, placeLocale } from './desk-card.ts'
import { piecesLeftOf, usableClaimCode } from './order-state.ts'

/** Whether the page shows the receiver link. After handover, an existing link can still be revoked. */
export const offersReceiverLink = (order: Order): boolean =>
  usableClaimCode(order) !== null || !mayMakeReceiverLink(order)

export const mayMakeReceiverLink = ({ lifecycle }: Order): boolean => lifecycle.warehouse !== 'handed'

/** Whether claims are possible: only after pickup. */
export const offersClaims = ({ lifecycle }: Order): boolean => lifecycle.pickup === 'pickuped'

/** The part of the order that may be changed now; null if nothing, or while a change is pending. */
export const offeredChange = ({ changes }: Order) => (changes && !changes.open ? changes.may : null)

/** The card for the desk where the traveller is; null at neither desk. `now` is ms since 1970. */
export function cardOf(
  order: Order,
  now: number,
): (DeskCard & { side: 'pickup' | 'delivery'; pieces: number }) | null {
  const side = cardSide(order, now)
  const claimCode = side === 'delivery' ? usableClaimCode(order) : null
  return side && { side, orderNumber: order.orderNumber, claimCode, pieces: piecesLeftOf(order) }
}

/**
 * A card's languages: the place's, then the traveller's. If both are the same, the other language comes second, since
 * the desk may not read the first.
 */
export function cardLocales({ timeZone }: Order, locale: Locale): [theirs: Locale, other: Locale] {
  const theirs = placeLocale(timeZone)
  return [theirs, theirs === locale ? (theirs === 'zh-CN' ? 'en-US' : 'zh-CN') : locale]
}
