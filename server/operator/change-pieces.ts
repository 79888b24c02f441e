import { priceOrder } from '@handsfree/core/policy'
import type { Work } from '../db/work.ts'
import { moveOrder } from '../orders/move-order.ts'
import type { OrderRow } from '../orders/orders.table.ts'
import { dropOpenSurcharge, openSurcharge } from '../payments/open-payment.ts'
import { refundPart } from '../payments/refunds.ts'
import type { Services } from '../services.ts'

/**
 * Changes the number of pieces to the courier's count, priced by the order's own rule: the difference becomes a
 * surcharge or a refund. Throws 5005 once the bags are gone.
 */
export async function changePieces(
  work: Work,
  services: Pick<Services, 'now' | 'random' | 'realtime'>,
  order: OrderRow,
  pieces: number,
  actor: string,
): Promise<OrderRow> {
  const { orderId, amountPaid } = order
  const { lines, total } = priceOrder(order.priceRule, order.insurancePlan, {
    ...order,
    pieces,
  })
  const difference = total.amount - amountPaid
  const moved = await moveOrder(work, services, order, {
    event: 'order.change',
    actor,
    changes: { pieces, lines, total: total.amount, amountPaid: Math.min(amountPaid, total.amount) },
  })
  await dropOpenSurcharge(work, services, orderId)
  if (difference > 0) await openSurcharge(work, services, order, difference)
  if (difference < 0) await refundPart(work, services, orderId, -difference)
  return moved
}
