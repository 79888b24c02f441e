import type { Order } from '../contract/order.ts'
import { promisesHold } from './order-facts.ts'

/**
 * How far a return is: its traveller is asked, they stay in storage, a place is chosen and its fee is to be paid, a place
 * is chosen, they are on their way there, or there.
 */
export const returnStages = ['asked', 'staying', 'unpaid', 'chosen', 'moving', 'there'] as const
export type ReturnStage = (typeof returnStages)[number]

/** How far the return of an order's bags is; null where none goes back, and once they are handed over. */
export function returnStage(order: Order): ReturnStage | null {
  const { returning } = order
  if (!returning || !promisesHold(order)) return null
  switch (returning.state) {
    case 'none':
      return null
    case 'wait':
      if (returning.choice === null) return 'asked'
      if (returning.choice === 'keep') return 'staying'
      return returning.paymentId ? 'unpaid' : 'chosen'
    case 'inProgress':
      return 'moving'
    case 'completed':
      return 'there'
  }
}

/** The page on which a traveller chooses where bags go that nobody takes. */
export const returnPath = ({ orderId }: Pick<Order, 'orderId'>): string => `/order/return/${orderId}`
