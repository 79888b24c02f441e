import { sql } from 'drizzle-orm'
import { isBrought, type OrderRow, orders } from './orders.table.ts'
import type { PlaceSnapshot } from './types.ts'

/** Returns where the bags go: the destination, or the return place once a courier has left for it. */
export const placeOfBags = (order: OrderRow): PlaceSnapshot =>
  (order.return === 'inProgress' || order.return === 'completed' ? order.returnPlace : null) ??
  order.deliveryPlace

/** SQL version of `placeOfBags(order).siteId`. */
export const siteOfBags = sql`case when ${isBrought} and ${orders.returnPlace} is not null
  then ${orders.returnPlace} ->> 'siteId' else ${orders.deliveryPlace} ->> 'siteId' end`
