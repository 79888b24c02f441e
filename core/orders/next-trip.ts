import type { Order } from '../contract/order.ts'
import { isOver } from './order-facts.ts'

export type NextTripDirection = 'again' | 'back'

/**
 * What can be sent next once an order is over: the same again, from a place of ours, and the way back between two of
 * them: nobody picks up at an address.
 */
export function nextTripDirections(order: Order): NextTripDirection[] {
  if (!isOver(order) || order.pickup.siteId === null) return []
  return order.delivery.siteId === null ? ['again'] : ['back', 'again']
}
