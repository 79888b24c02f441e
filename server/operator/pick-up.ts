import { errorCodes } from '@handsfree/core/api'
import { eq } from 'drizzle-orm'
import { newId } from '../db/columns.ts'
import type { Work } from '../db/work.ts'
import { ownFileIds } from '../files/files.ts'
import { ApiError } from '../http/api-error.ts'
import { moveOrder } from '../orders/move-order.ts'
import { normalizeClaimCode } from '../orders/order-codes.ts'
import { type OrderRow, orderBags } from '../orders/orders.table.ts'
import type { Services } from '../services.ts'

type MoveServices = Pick<Services, 'now' | 'realtime'>
export type TaggedBag = { tagCode: string; sealNumber: string; photos: string[] }

/**
 * The courier takes the bags over, one tag and seal each. Throws 5003 when their number is not the order's, 5000 for a
 * tag that hangs on another bag, 8004 while a surcharge is unpaid, 5005 when there is nothing to pick up.
 */
export async function pickUp(
  work: Work,
  services: MoveServices,
  order: OrderRow,
  tagged: TaggedBag[],
  actor: string,
): Promise<OrderRow> {
  const { orderId } = order
  if (order.pickup === 'waitPickup' && order.payment === 'paid' && tagged.length !== order.pieces) {
    throw new ApiError(errorCodes.packageNotConfirmed, 'another number of bags than the order has', {
      status: 409,
      details: { pieces: order.pieces },
    })
  }
  const rows = []
  for (const [position, { tagCode, sealNumber, photos }] of tagged.entries()) {
    const fileIds = await ownFileIds(work.tx, order.uin, photos)
    rows.push({ bagId: newId(), orderId, position, tagCode, sealNumber, photos: fileIds, unbindTime: null })
  }
  const moved = await moveOrder(work, services, order, { event: 'order.pickUp', actor, bags: rows })
  const bound = await work.tx
    .insert(orderBags)
    .values(rows)
    .onConflictDoNothing()
    .returning({ position: orderBags.position })
  if (bound.length < rows.length) {
    const repeated = rows.filter((row) => !bound.some(({ position }) => position === row.position))
    throw new ApiError(errorCodes.packageTagCodeBindRepeat, 'tag code in use', {
      status: 409,
      details: { tagCodes: repeated.map(({ tagCode }) => tagCode) },
    })
  }
  return moved
}

/** The bags are handed over against the claim code; their tags are free again. Throws 1012 for another code. */
export async function hand(
  work: Work,
  services: MoveServices,
  order: OrderRow,
  claimCode: string,
  actor: string,
): Promise<OrderRow> {
  const bags = await work.tx.select().from(orderBags).where(eq(orderBags.orderId, order.orderId))
  const moved = await moveOrder(work, services, order, { event: 'order.hand', actor, bags })
  if (normalizeClaimCode(claimCode) !== order.claimCode) {
    throw new ApiError(errorCodes.accessDenied, 'another claim code')
  }
  await work.tx
    .update(orderBags)
    .set({ unbindTime: services.now() })
    .where(eq(orderBags.orderId, order.orderId))
  return moved
}
