import { type BagCheck, operationActions } from '@handsfree/core/contract'
import { errorCodes } from '@handsfree/core/lib'
import { and, eq, inArray, sql } from 'drizzle-orm'
import { findEntries } from '../domain/bags/find-ledger.ts'
import { isStored } from '../domain/crew/scope.ts'
import { markOwnFilesUsed } from '../domain/files/files.ts'
import { findBags } from '../domain/orders/bags.ts'
import { lockOrder } from '../domain/orders/lock-order.ts'
import { logOperations } from '../domain/orders/operations.ts'
import { type OrderRow, orderBags, orderOperations } from '../domain/orders/orders.table.ts'
import { type Work, writeUnique } from '../runtime/db/work.ts'
import { ApiError } from '../runtime/http/api-error.ts'
import type { Services } from '../runtime/services.ts'
import { askSeals } from './ask-seals.ts'
import { addEntries, type Inspection } from './ask-traveller.ts'
import { checkBags } from './check-bags.ts'
import { type MoveServices, moveOrder } from './move-order.ts'

export const tagInUse = (tagCodes: string[]) =>
  new ApiError(errorCodes.packageTagCodeBindRepeat, 'tag code in use', { status: 409, details: { tagCodes } })

export const sealInUse = (sealNumbers: string[]) =>
  new ApiError(errorCodes.packageTagCodeBindRepeat, 'another bag of the order has this seal number', {
    status: 409,
    details: { sealNumbers },
  })

const tagUnknown = (tagCodes: string[]) =>
  new ApiError(errorCodes.packageNotConfirmed, 'unknown tag in this order', {
    status: 409,
    details: { tagCodes },
  })

type Retagging = { tagCode: string; newTagCode: string; newSealNumber: string; photos: string[] }
type Performer = Pick<Inspection, 'role' | 'actor'>

/**
 * Replaces the tag and seal of a bag; a new seal needs the traveller's confirmation. Throws 5000 for a tag in use or
 * another bag's seal, 5003 for an unknown tag.
 */
export async function retag(
  work: Work,
  services: MoveServices,
  order: OrderRow,
  { tagCode, newTagCode, newSealNumber, photos }: Retagging,
  by: Performer,
): Promise<OrderRow> {
  const bags = await findBags(work, order)
  const bag = bags.find((one) => one.tagCode === tagCode && one.unbindTime === null)
  const retaggedBag = bag && { ...bag, tagCode: newTagCode, sealNumber: newSealNumber }
  await moveOrder(work, services, order, {
    event: 'package.retag',
    actor: by.actor,
    bags: retaggedBag ? [retaggedBag] : [],
    details: { tagCodes: [tagCode] },
    asksTraveller: bag?.sealNumber !== newSealNumber,
  })
  if (!retaggedBag) throw tagUnknown([tagCode])
  const others = bags.filter(({ bagId, unbindTime }) => bagId !== bag.bagId && unbindTime === null)
  const isOther = (seal: string) => others.some(({ sealNumber }) => sealNumber === seal)
  // Older releases allowed repeated seals, so an unchanged seal is always accepted.
  if (newSealNumber !== bag.sealNumber && isOther(newSealNumber)) throw sealInUse([newSealNumber])
  const isFree = await writeUnique(work.tx, (tx) =>
    tx
      .update(orderBags)
      .set({ tagCode: newTagCode, sealNumber: newSealNumber })
      .where(eq(orderBags.bagId, retaggedBag.bagId)),
  )
  if (!isFree) throw tagInUse([newTagCode])
  const inspection = { stage: 'retag' as const, ...by }
  const earlier = await findEntries(work, order.orderId)
  const fileIds = await markOwnFilesUsed(work.tx, services, order.uin, photos)
  const damage = earlier.findLast(({ bagId }) => bagId === retaggedBag.bagId)?.damage ?? ''
  const entries = await addEntries(work, services, order, inspection, [
    { ...retaggedBag, photos: fileIds, damage },
  ])
  await askSeals(work, services, order, inspection, { bags, entries, earlier })
  return (await lockOrder(work, order.orderId))!
}

/** Confirms bags at the delivery site by tag, and notes their shelf. Idempotent. Throws 5003 for an unknown tag. */
export async function confirmPackages(
  work: Work,
  services: MoveServices,
  order: OrderRow,
  { tagCodes, bags: checks = [], shelf }: { tagCodes: string[]; bags?: BagCheck[]; shelf?: string },
  by: Performer,
): Promise<OrderRow> {
  const bags = await findBags(work, order)
  const confirmedBags = bags.filter((bag) => bag.confirmTime !== null || tagCodes.includes(bag.tagCode))
  await moveOrder(work, services, order, {
    event: 'package.confirm',
    actor: by.actor,
    bags: bags.filter(({ tagCode }) => tagCodes.includes(tagCode)),
    changes: { confirmedPieces: confirmedBags.length },
    ...(shelf !== undefined && { details: { shelf } }),
  })
  requireTags(bags, tagCodes)
  for (const { bagId, tagCode, confirmTime, ...bag } of confirmedBags) {
    const isMoved = shelf !== undefined && tagCodes.includes(tagCode) && shelf !== bag.shelf
    if (confirmTime && !isMoved) continue
    await work.tx
      .update(orderBags)
      .set({ confirmTime: confirmTime ?? services.now(), ...(isMoved && { shelf }) })
      .where(eq(orderBags.bagId, bagId))
  }
  await checkBags(work, services, order, bags, checks, { stage: 'delivery', isWhole: false, ...by })
  return (await lockOrder(work, order.orderId))!
}

/** Throws 5003 for a tag that no bag has. */
export function requireTags(bags: readonly { tagCode: string }[], tagCodes: readonly string[]): void {
  const unknown = tagCodes.filter((code) => !bags.some(({ tagCode }) => tagCode === code))
  if (unknown.length > 0) throw tagUnknown(unknown)
}

function refuseLocked({ lock }: OrderRow): void {
  if (lock !== 'locked') return
  throw new ApiError(errorCodes.expressLocked, 'an operator has locked the order', { status: 409 })
}

type LogServices = Pick<Services, 'now' | 'random'>

/** Moves stored bags to another shelf. Throws 5003 for an unknown tag, 5007 if no site stores the bags. */
export async function moveToShelf(
  work: Work,
  services: LogServices,
  order: OrderRow,
  { tagCodes, shelf }: { tagCodes: string[]; shelf: string },
  actor: string,
): Promise<OrderRow> {
  const { orderId } = order
  refuseLocked(order)
  if (order.closing !== 'open' || !isStored(order)) {
    throw new ApiError(errorCodes.warehoused, 'the site doesn’t store the bags', { status: 409 })
  }
  const bags = await findBags(work, order)
  requireTags(bags, tagCodes)
  const before = bags.filter(({ tagCode }) => tagCodes.includes(tagCode)).map((bag) => bag.shelf)
  await work.tx
    .update(orderBags)
    .set({ shelf })
    .where(and(eq(orderBags.orderId, orderId), inArray(orderBags.tagCode, tagCodes)))
  await logOperations(work, services.random, { orderId, actor, time: services.now() }, [
    { action: operationActions.warehousePackageConfirm, details: { tagCodes, shelf, before } },
  ])
  return order
}

/**
 * Logs which bags the pickup site saw the courier take. Idempotent. Throws 5003 for an unknown tag, 5005 before the
 * pickup.
 */
export async function confirmPickup(
  work: Work,
  services: LogServices,
  order: OrderRow,
  tagCodes: string[],
  actor: string,
): Promise<OrderRow> {
  const { orderId, courierName, courierPlate } = order
  if (order.pickup !== 'pickuped') {
    throw new ApiError(errorCodes.pickupError, 'the bags aren’t picked up', { status: 409 })
  }
  const bags = await findBags(work, order)
  requireTags(bags, tagCodes)
  const [confirmed] = await work.tx
    .select({ operationId: orderOperations.operationId })
    .from(orderOperations)
    .where(and(eq(orderOperations.orderId, orderId), sql`${orderOperations.details} ? 'confirmedTags'`))
    .limit(1)
  if (confirmed) return order
  const missingTags = bags.map(({ tagCode }) => tagCode).filter((tagCode) => !tagCodes.includes(tagCode))
  await logOperations(work, services.random, { orderId, actor, time: services.now() }, [
    {
      action: operationActions.pickup,
      details: { confirmedTags: tagCodes, missingTags, courier: courierName, plate: courierPlate },
    },
  ])
  return order
}
