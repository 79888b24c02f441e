import type { Order } from '../api/contract/order.ts'
import { askedFirst } from './open-question.ts'
import { checkoutPath, isPickupMissed } from './order-facts.ts'
import { orderHero } from './order-hero.ts'
import { returnStage } from './return-stage.ts'

/**
 * The one thing that a traveller does now about an order: answer about the bags, pay for it or for its change, choose
 * where refused bags go, see what can be done about a missed pickup, collect.
 */
export type NextAct = 'answer' | 'pay' | 'payChange' | 'choosePlace' | 'missed' | 'collect'

/** Null while the traveller has nothing to do but wait. `now` is milliseconds since 1970. */
export function nextAct(order: Order, now: number): NextAct | null {
  if (askedFirst(order)) return 'answer'
  if (order.checkingSince !== null) return null
  if (checkoutPath(order)) return 'pay'
  if (changePayPath(order)) return 'payChange'
  if (returnStage(order) === 'asked') return 'choosePlace'
  // A courier who waits for a surcharge has come.
  if (order.status !== 'pending_surcharge' && isPickupMissed(order, now)) return 'missed'
  return orderHero(order, now) === 'claim' ? 'collect' : null
}

/** Where the traveller pays for a change; null when nothing is due. */
export const changePayPath = ({ changes }: Order): string | null =>
  changes?.open?.paymentId ? `/payment/checkout/${changes.open.paymentId}` : null
