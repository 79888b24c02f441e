import type { OrderRow } from './orders.table.ts'
import type { PlaceSnapshot } from './types.ts'

/** Where an order's bags are brought: their destination, or where they go instead once a courier has set out. */
export const placeOfBags = (order: OrderRow): PlaceSnapshot =>
  (order.return === 'inProgress' || order.return === 'completed' ? order.returnPlace : null) ??
  order.deliveryPlace
