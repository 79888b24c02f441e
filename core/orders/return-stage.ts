import type { Order } from '../contract/order.ts'
import { arePromisesInForce } from './order-state.ts'

/** Progress of a return. `staying` means kept in storage, `unpaid` that the fee of the chosen place is due. */
export const returnStages = ['asked', 'staying', 'unpaid', 'chosen', 'moving', 'there'] as const
export type ReturnStage = (typeof returnStages)[number]

/** Progress of a return; null without one and after the handover. */
export function returnStage(order: Order): ReturnStage | null {
  const { returning } = order
  if (!returning || !arePromisesInForce(order)) return null
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

export const returnPath = ({ orderId }: Pick<Order, 'orderId'>): string => `/order/return/${orderId}`
