import type { Locale } from '../contract/common.ts'
import type { Order } from '../contract/order.ts'
import { usableClaimCode } from './order-facts.ts'
import { orderHero } from './order-hero.ts'

/** What a card's QR code names: the order, and the claim code once the bags are to be collected. */
export type DeskCard = { orderNumber: string; claimCode: string | null }

const mark = 'HANDSFREE'

/** The text of a card's QR code: `HANDSFREE:HF26110482:7KQ4MX`. Capitals and digits make a small code. */
export const cardContent = ({ orderNumber, claimCode }: DeskCard): string =>
  [mark, orderNumber.replaceAll(' ', ''), ...(claimCode === null ? [] : [claimCode])].join(':').toUpperCase()

/** Reads what a desk has scanned; null for anything that is no card. */
export function readCard(content: string): DeskCard | null {
  const [, orderNumber, claimCode] =
    /^HANDSFREE:([A-Z0-9]{4,24})(?::([A-Z0-9]{4,12}))?$/.exec(content.trim()) ?? []
  return orderNumber ? { orderNumber, claimCode: claimCode ?? null } : null
}

/** At whose desk the card is shown: where the bags are left, or where they are collected; null when at neither. */
export function cardSide(order: Order, now: number): 'pickup' | 'delivery' | null {
  if (orderHero(order, now) === 'handIn') return 'pickup'
  return order.lifecycle.pickup === 'pickuped' && usableClaimCode(order) !== null ? 'delivery' : null
}

/** Addresses of the photos on a card, so that a desk finds the bags: the newest of each, or the traveller's own. */
export const cardPhotos = ({ bags, photos }: Pick<Order, 'bags' | 'photos'>): string[] =>
  bags.length > 0 ? bags.flatMap((bag) => bag.photos.at(-1)?.url ?? []) : photos

/** The language of a place, by its time zone: that of a desk need not be the traveller's. */
export const placeLocale = (timeZone: string): Locale =>
  /^Asia\/(?:Shanghai|Hong_Kong|Macau|Urumqi|Taipei)$/.test(timeZone) ? 'zh-CN' : 'en-US'
