import type { OrderRow } from '../domain/orders/orders.table.ts'
import type { Work } from '../runtime/db/work.ts'
import type { Services } from '../runtime/services.ts'
import { moveOrder } from './move-order.ts'

/** Starts the review of a paid order. A no-op if the review has begun. */
export async function beginReview(
  work: Work,
  services: Pick<Services, 'now' | 'random' | 'realtime'>,
  order: OrderRow,
): Promise<OrderRow> {
  if (order.review !== 'none' || order.payment !== 'paid' || order.closing !== 'open') return order
  return moveOrder(work, services, order, { event: 'review.begin', actor: 'system' })
}
