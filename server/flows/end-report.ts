import type { OrderRow } from '../domain/orders/orders.table.ts'
import type { Work } from '../runtime/db/work.ts'
import { type MoveServices, moveOrder } from './move-order.ts'

/** Ends the server's own report if it has one of these reasons. Reports by people stay. Returns the current order. */
export const endReport = async (
  work: Work,
  services: MoveServices,
  order: OrderRow,
  reasons: readonly string[],
): Promise<OrderRow> =>
  order.exception === 'reported' && order.exceptionReason !== null && reasons.includes(order.exceptionReason)
    ? moveOrder(work, services, order, { event: 'exception.ignore', actor: 'system' })
    : order
