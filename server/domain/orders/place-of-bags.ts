import { sql } from 'drizzle-orm'
import { isBrought, type OrderRow, orders } from './orders.table.ts'
import type { PlaceSnapshot } from './types.ts'

/** Where an order's bags are brought: their destination, or where they go instead once a courier has set out. */
export const placeOfBags = (order: OrderRow): PlaceSnapshot =>
  (order.return === 'inProgress' || order.return === 'completed' ? order.returnPlace : null) ??
  order.deliveryPlace

/** The same site's id, as a condition's operand. */
export const siteOfBags = sql`case when ${isBrought} and ${orders.returnPlace} is not null
  then ${orders.returnPlace} ->> 'siteId' else ${orders.deliveryPlace} ->> 'siteId' end`
