import type { Order } from '../contract/order.ts'
import { isOver } from './order-state.ts'

export type NextTripDirection = 'again' | 'back'

/**
 * Trips offered after an order is over. Pickups are only at our sites, so an order to a private address has no return
 * trip.
 */
export function nextTripDirections(order: Order): NextTripDirection[] {
  if (!isOver(order) || order.pickup.siteId === null) return []
  return order.delivery.siteId === null ? ['again'] : ['back', 'again']
}
