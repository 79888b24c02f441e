import type { OrderRow } from '../domain/orders/orders.table.ts'
import type { Work } from '../runtime/db/work.ts'
import { type MoveServices, moveOrder } from './move-order.ts'

/** Ends the server's own report with one of these reasons. A person's report stays. Returns the order as it is then. */
export const endReport = async (
  work: Work,
  services: MoveServices,
  order: OrderRow,
  reasons: readonly string[],
): Promise<OrderRow> =>
  order.exception === 'reported' && order.exceptionReason !== null && reasons.includes(order.exceptionReason)
    ? moveOrder(work, services, order, { event: 'exception.ignore', actor: 'system' })
    : order
