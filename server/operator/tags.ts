import { errorCodes } from '@handsfree/core/api'
import { asc, eq } from 'drizzle-orm'
import { type Work, writeUnique } from '../db/work.ts'
import { ApiError } from '../http/api-error.ts'
import { type MoveServices, moveOrder } from '../orders/move-order.ts'
import { type BagRow, type OrderRow, orderBags } from '../orders/orders.table.ts'

export const tagInUse = (tagCodes: string[]) =>
  new ApiError(errorCodes.packageTagCodeBindRepeat, 'tag code in use', { status: 409, details: { tagCodes } })

const tagUnknown = (tagCodes: string[]) =>
  new ApiError(errorCodes.packageNotConfirmed, 'no bag of the order has this tag', {
    status: 409,
    details: { tagCodes },
  })

/** The order's bags, from the first on. */
export const findBags = (
  { tx }: Pick<Work, 'tx'>,
  { orderId }: Pick<OrderRow, 'orderId'>,
): Promise<BagRow[]> =>
  tx.select().from(orderBags).where(eq(orderBags.orderId, orderId)).orderBy(asc(orderBags.position))

/** Replaces tag and seal of one bag. Throws 5000 for a tag in use, 5003 for one that the order does not have. */
export async function retag(
  work: Work,
  services: MoveServices,
  order: OrderRow,
  { tagCode, newTagCode, newSealNumber }: { tagCode: string; newTagCode: string; newSealNumber: string },
  actor: string,
): Promise<OrderRow> {
  const bag = (await findBags(work, order)).find((one) => one.tagCode === tagCode)
  const tagged = bag && { ...bag, tagCode: newTagCode, sealNumber: newSealNumber }
  const moved = await moveOrder(work, services, order, {
    event: 'package.retag',
    actor,
    bags: tagged ? [tagged] : [],
    details: { tagCodes: [tagCode] },
  })
  if (!tagged) throw tagUnknown([tagCode])
  const isFree = await writeUnique(work.tx, (tx) =>
    tx
      .update(orderBags)
      .set({ tagCode: newTagCode, sealNumber: newSealNumber })
      .where(eq(orderBags.bagId, tagged.bagId)),
  )
  if (!isFree) throw tagInUse([newTagCode])
  return moved
}

/** Confirms bags at the delivery site by their tags, idempotently. Throws 5003 for an unknown tag. */
export async function confirmPackages(
  work: Work,
  services: MoveServices,
  order: OrderRow,
  tagCodes: string[],
  actor: string,
): Promise<OrderRow> {
  const bags = await findBags(work, order)
  const confirmed = bags.filter((bag) => bag.confirmTime !== null || tagCodes.includes(bag.tagCode))
  const moved = await moveOrder(work, services, order, {
    event: 'package.confirm',
    actor,
    bags: bags.filter(({ tagCode }) => tagCodes.includes(tagCode)),
    changes: { confirmedPieces: confirmed.length },
  })
  const unknown = tagCodes.filter((code) => !bags.some(({ tagCode }) => tagCode === code))
  if (unknown.length > 0) throw tagUnknown(unknown)
  for (const { bagId, confirmTime } of confirmed) {
    if (confirmTime) continue
    await work.tx.update(orderBags).set({ confirmTime: services.now() }).where(eq(orderBags.bagId, bagId))
  }
  return moved
}
