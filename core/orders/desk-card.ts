import type { Locale } from '../contract/common.ts'
import type { Order } from '../contract/order.ts'
import { orderHero } from './order-hero.ts'
import { usableClaimCode } from './order-state.ts'

/** Content of a card's QR code. `claimCode` is set once the bags can be collected. */
export type DeskCard = { orderNumber: string; claimCode: string | null }

const cardPrefix = 'HANDSFREE'

/** Text of a card's QR code: `HANDSFREE:HF26110482:7KQ4MX`. QR codes of only capitals and digits are smaller. */
export const cardContent = ({ orderNumber, claimCode }: DeskCard): string =>
  [cardPrefix, orderNumber.replaceAll(' ', ''), ...(claimCode === null ? [] : [claimCode])]
    .join(':')
    .toUpperCase()

/** Parses a scanned card; null if the text isn't a card. */
export function readCard(content: string): DeskCard | null {
  const [, orderNumber, claimCode] =
    /^HANDSFREE:([A-Z0-9]{4,24})(?::([A-Z0-9]{4,12}))?$/.exec(content.trim()) ?? []
  return orderNumber ? { orderNumber, claimCode: claimCode ?? null } : null
}

/** The desk that needs the card: where bags are left or where they are collected. Null if neither applies now. */
export function cardSide(order: Order, now: number): 'pickup' | 'delivery' | null {
  if (orderHero(order, now) === 'handIn') return 'pickup'
  return order.lifecycle.pickup === 'pickuped' && usableClaimCode(order) !== null ? 'delivery' : null
}

/** Photo URLs on a card: the newest photo of each bag that isn't handed over, or the traveller's own photos. */
export const cardPhotos = ({ bags, photos }: Pick<Order, 'bags' | 'photos'>): string[] =>
  bags.length > 0 ? bags.flatMap((bag) => (bag.isHanded ? [] : (bag.photos.at(-1)?.url ?? []))) : photos

/** Language spoken at a place, derived from its time zone. */
export const placeLocale = (timeZone: string): Locale =>
  /^Asia\/(?:Shanghai|Hong_Kong|Macau|Urumqi|Taipei)$/.test(timeZone) ? 'zh-CN' : 'en-US'
