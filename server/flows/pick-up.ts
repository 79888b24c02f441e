import type { TaggedBag } from '@handsfree/core/contract'
import { errorCodes } from '@handsfree/core/lib'
import { markOwnFilesUsed } from '../domain/files/files.ts'
import { lockOrder } from '../domain/orders/lock-order.ts'
import { type OrderRow, orderBags } from '../domain/orders/orders.table.ts'
import type { Work } from '../runtime/db/work.ts'
import { ApiError } from '../runtime/http/api-error.ts'
import { newId } from '../runtime/random.ts'
import { addEntries, askDamage, type Inspection } from './ask-traveller.ts'
import { type MoveServices, moveOrder } from './move-order.ts'
import { sealInUse, tagInUse } from './tags.ts'

/**
 * Picks up the bags, one tag and seal each, and asks the traveller about noted damage.
 * Throws 5003 if the count isn't the order's, and 5000 for a tag in use or a repeated seal. Throws 8004 while a
 * surcharge is unpaid, 5005 if there's nothing to pick up.
 */
export async function pickUp(
  work: Work,
  services: MoveServices,
  order: OrderRow,
  taggedBags: TaggedBag[],
  by: Pick<Inspection, 'role' | 'actor'>,
): Promise<OrderRow> {
  const { orderId } = order
  if (order.pickup === 'waitPickup' && order.payment === 'paid' && taggedBags.length !== order.pieces) {
    throw new ApiError(errorCodes.packageNotConfirmed, 'the number of bags differs from the order’s', {
      status: 409,
      details: { pieces: order.pieces },
    })
  }
  const rows = []
  for (const [position, { tagCode, sealNumber, photos }] of taggedBags.entries()) {
    const fileIds = await markOwnFilesUsed(work.tx, services, order.uin, photos)
    rows.push({
      bagId: newId(services.random),
      orderId,
      position,
      tagCode,
      sealNumber,
      photos: fileIds,
      confirmTime: null,
      shelf: null,
      unbindTime: null,
      handedTime: null,
    })
  }
  await moveOrder(work, services, order, { event: 'order.pickUp', actor: by.actor, bags: rows })
  const seals = rows.map(({ sealNumber }) => sealNumber)
  const repeatedSeals = new Set(seals.filter((seal, index) => seals.indexOf(seal) !== index))
  if (repeatedSeals.size > 0) throw sealInUse([...repeatedSeals])
  const boundRows = await work.tx
    .insert(orderBags)
    .values(rows)
    .onConflictDoNothing()
    .returning({ position: orderBags.position })
  if (boundRows.length < rows.length) {
    const repeated = rows.filter((row) => !boundRows.some(({ position }) => position === row.position))
    throw tagInUse(repeated.map(({ tagCode }) => tagCode))
  }
  const looking = { stage: 'pickup' as const, ...by }
  const seen = rows.map((row, index) => ({ ...row, damage: taggedBags[index]?.damage ?? '' }))
  await askDamage(work, services, order, looking, await addEntries(work, services, order, looking, seen))
  return (await lockOrder(work, orderId))!
}
