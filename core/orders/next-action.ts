import type { Money } from '../contract/common.ts'
import type { Order } from '../contract/order.ts'
import { firstOpenQuestion } from './open-question.ts'
import { orderHero } from './order-hero.ts'
import { checkoutPath, isPickupMissed } from './order-state.ts'
import { returnStage } from './return-stage.ts'

/**
 * The traveller's one next step. `answer`: a question about the bags. `payBill`: a change or a return.
 * `choosePlace`: where uncollected bags go. `missed`: handle a missed pickup.
 */
export type NextAction = 'answer' | 'pay' | 'payBill' | 'choosePlace' | 'missed' | 'collect'

/** Null if the traveller has nothing to do. `now` is ms since 1970. */
export function nextAction(order: Order, now: number): NextAction | null {
  if (firstOpenQuestion(order)) return 'answer'
  if (order.checkingSince !== null) return null
  if (checkoutPath(order)) return 'pay'
  if (openBill(order)) return 'payBill'
  if (returnStage(order) === 'asked') return 'choosePlace'
  // A pending surcharge means that the courier came.
  if (order.status !== 'pending_surcharge' && isPickupMissed(order, now)) return 'missed'
  return orderHero(order, now) === 'claim' ? 'collect' : null
}

/** Payment due for a change or a return, and its page; null if none. */
export function openBill(order: Order): { path: string; amount: Money } | null {
  const { open } = order.changes ?? {}
  const { returning } = order
  const bill = (paymentId: string, amount: Money) => ({ path: `/payment/checkout/${paymentId}`, amount })
  if (open?.paymentId) return bill(open.paymentId, open.difference)
  return returnStage(order) === 'unpaid' && returning?.paymentId && returning.fee
    ? bill(returning.paymentId, returning.fee)
    : null
}
