import type { Money } from '../contract/common.ts'
import type { Order } from '../contract/order.ts'
import { askedFirst } from './open-question.ts'
import { checkoutPath, isPickupMissed } from './order-facts.ts'
import { orderHero } from './order-hero.ts'
import { returnStage } from './return-stage.ts'

/**
 * The one thing that a traveller does now about an order: answer about the bags, pay for it, for its change or for the way
 * of bags that nobody takes, choose where those go, see what can be done about a missed pickup, collect.
 */
export type NextAct = 'answer' | 'pay' | 'payBill' | 'choosePlace' | 'missed' | 'collect'

/** Null while the traveller has nothing to do but wait. `now` is milliseconds since 1970. */
export function nextAct(order: Order, now: number): NextAct | null {
  if (askedFirst(order)) return 'answer'
  if (order.checkingSince !== null) return null
  if (checkoutPath(order)) return 'pay'
  if (openBill(order)) return 'payBill'
  if (returnStage(order) === 'asked') return 'choosePlace'
  // A courier who waits for a surcharge has come.
  if (order.status !== 'pending_surcharge' && isPickupMissed(order, now)) return 'missed'
  return orderHero(order, now) === 'claim' ? 'collect' : null
}

/** What the traveller pays for a change, or for the way of bags that nobody takes, and where; null when nothing is due. */
export function openBill(order: Order): { path: string; amount: Money } | null {
  const { open } = order.changes ?? {}
  const { returning } = order
  const bill = (paymentId: string, amount: Money) => ({ path: `/payment/checkout/${paymentId}`, amount })
  if (open?.paymentId) return bill(open.paymentId, open.difference)
  return returnStage(order) === 'unpaid' && returning?.paymentId && returning.fee
    ? bill(returning.paymentId, returning.fee)
    : null
}
