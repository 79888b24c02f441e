import type { Order } from '../contract/order.ts'
import { isOver } from './order-facts.ts'

export type NextTripDirection = 'again' | 'back'

/**
 * Trips offered after an order is over. Pickups are only at our sites, so an order to an own address has no way back.
 */
export function nextTripDirections(order: Order): NextTripDirection[] {
  if (!isOver(order) || order.pickup.siteId === null) return []
  return order.delivery.siteId === null ? ['again'] : ['back', 'again']
}
