import { type ClaimColumns, coverOf, isSettledStage, mayClaim, settledStages } from '@handsfree/core/claims'
import type { OrderClaims } from '@handsfree/core/contract'
import { errorCodes } from '@handsfree/core/lib'
import { and, eq, notInArray } from 'drizzle-orm'
import type { Database } from '../../runtime/db/database.ts'
import { ApiError } from '../../runtime/http/api-error.ts'
import type { OrderRow } from '../orders/orders.table.ts'
import { type ClaimRow, claims } from './claims.table.ts'

const millisecondsOf = (time: Date | null) => time?.getTime() ?? null
export const columnsOf = (claim: ClaimRow): ClaimColumns => {
  const { stage, complaint, offer, amount, paid } = claim
  const [dueTime, complaintDueTime] = [millisecondsOf(claim.dueTime), millisecondsOf(claim.complaintDueTime)]
  return { stage, complaint, offer, amount, paid, dueTime, complaintDueTime }
}

/** Returns the part of an accepted offer that no refund covers, in minor units. */
export const payoutDue = ({ stage, amount, paidOut }: ClaimRow, queued: number): number =>
  stage === 'accepted' || stage === 'acceptedLate' ? Math.max(amount - queued - paidOut, 0) : 0

type Sibling = Pick<ClaimRow, 'claimId' | 'kind' | 'stage' | 'amount'>

/** Other claims limit what a claim can get. */
export const siblingsOf = (tx: Database, orderId: string): Promise<Sibling[]> =>
  tx
    .select({ claimId: claims.claimId, kind: claims.kind, stage: claims.stage, amount: claims.amount })
    .from(claims)
    .where(eq(claims.orderId, orderId))

/** Returns the order's cover minus offers for other claims that weren't declined. Minor units. */
export const claimLimit = (
  order: Pick<OrderRow, 'lines' | 'declaredValue'>,
  others: readonly Sibling[],
): number =>
  others
    .filter(({ stage }) => stage === 'paid' || !isSettledStage(stage))
    .reduce((left, { amount }) => Math.max(left - amount, 0), coverOf(order.lines, order.declaredValue))

type OrderTimes = Pick<OrderRow, 'pickup' | 'closing' | 'handedTime' | 'completedTime' | 'cancelTime'>

/** Returns when the order ended: the hand-over, else its closing. */
export const overTimeOf = ({ closing, handedTime, completedTime, cancelTime }: OrderTimes): Date | null =>
  handedTime ?? (closing === 'open' ? null : (completedTime ?? cancelTime))

export const mayClaimOf = (
  order: OrderTimes,
  siblings: readonly Sibling[],
  now: Date,
): OrderClaims['mayClaim'] =>
  mayClaim(
    {
      isPickedUp: order.pickup === 'pickuped',
      overTime: overTimeOf(order)?.getTime() ?? null,
      claims: siblings.filter(({ kind }) => kind !== 'changed').length,
    },
    now.getTime(),
  )

export const beyondCover = (limit: number) =>
  new ApiError(errorCodes.paramError, 'the amount exceeds the cover', { details: { field: 'amount', limit } })

/** Throws 1008 (409) if the order allows no claim, 1008 if the amount exceeds the cover. The order must be locked. */
export async function refuseClaim(tx: Database, order: OrderRow, amount: number, now: Date): Promise<void> {
  const siblings = await siblingsOf(tx, order.orderId)
  const reason = mayClaimOf(order, siblings, now)
  if (reason !== 'yes') {
    const details = { field: 'order', reason }
    throw new ApiError(errorCodes.paramError, 'no claim can be made now', { status: 409, details })
  }
  const limit = claimLimit(order, siblings)
  if (amount > limit) throw beyondCover(limit)
}

/** Finds an identical open claim, for example from another tab. The order must be locked. */
export async function findSameClaim(
  tx: Database,
  order: OrderRow,
  { kind, words, amount }: Pick<ClaimRow, 'kind' | 'words'> & { amount: number },
): Promise<ClaimRow | null> {
  const isSame = and(
    eq(claims.orderId, order.orderId),
    eq(claims.kind, kind),
    eq(claims.words, words),
    eq(claims.askedAmount, amount),
    notInArray(claims.stage, [...settledStages]),
  )
  const [same] = await tx.select().from(claims).where(isSame)
  return same ?? null
}

export async function addPictures(tx: Database, claim: ClaimRow, photos: string[]): Promise<ClaimRow> {
  const all = [...new Set([...claim.photos, ...photos])]
  if (all.length === claim.photos.length) return claim
  await tx.update(claims).set({ photos: all }).where(eq(claims.claimId, claim.claimId))
  return { ...claim, photos: all }
}
