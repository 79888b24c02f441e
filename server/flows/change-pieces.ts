import { priceOrder } from '@handsfree/core/policy'
import { markOwnFilesUsed } from '../domain/files/files.ts'
import { lockOrder } from '../domain/orders/lock-order.ts'
import type { OrderRow } from '../domain/orders/orders.table.ts'
import { adjustSurcharge } from '../domain/payments/open-payment.ts'
import { refundPart } from '../domain/payments/refunds.ts'
import type { Work } from '../runtime/db/work.ts'
import type { Services } from '../runtime/services.ts'
import { askCount, beginCount, type Inspection } from './ask-traveller.ts'
import { moveOrder } from './move-order.ts'

/**
 * Sets the piece count to the courier's and reprices by the order's own rule; the difference becomes a surcharge or
 * refund. Asks the traveller to confirm a count that they haven't agreed to. Throws 5005 once the bags are gone.
 */
export async function changePieces(
  work: Work,
  services: Pick<Services, 'now' | 'random' | 'realtime'>,
  order: OrderRow,
  { pieces, photos }: { pieces: number; photos: string[] },
  by: Pick<Inspection, 'role' | 'actor'>,
): Promise<OrderRow> {
  const { orderId, amountPaid } = order
  const { lines, total } = priceOrder(order.priceRule, order.insurancePlan, {
    ...order,
    pieces,
  })
  const difference = total.amount - amountPaid
  const agreedPieces = await beginCount(work, services, order, pieces)
  await moveOrder(work, services, order, {
    event: 'order.change',
    actor: by.actor,
    asksTraveller: agreedPieces !== null,
    changes: { pieces, lines, total: total.amount, amountPaid: Math.min(amountPaid, total.amount) },
  })
  await adjustSurcharge(work, services, order, Math.max(difference, 0))
  if (difference < 0) await refundPart(work, services, orderId, { amount: -difference, reason: 'counted' })
  if (agreedPieces !== null) {
    const fileIds = await markOwnFilesUsed(work.tx, services, order.uin, photos)
    const count = { agreedPieces, pieces, photos: fileIds }
    await askCount(work, services, order, { stage: 'count', ...by }, count)
  }
  return (await lockOrder(work, orderId))!
}
