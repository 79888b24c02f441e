import { type ClaimKind, errorCodes, type OrderClaims } from '@handsfree/core/api'
import { coverOf, isOverStage, mayClaim, overStages } from '@handsfree/core/claim'
import { policy } from '@handsfree/core/policy'
import { and, eq, notInArray } from 'drizzle-orm'
import type { Database } from '../db/database.ts'
import type { Work } from '../db/work.ts'
import { ApiError } from '../http/api-error.ts'
import type { OrderRow } from '../orders/orders.table.ts'
import { newId } from '../random.ts'
import { type ClaimRow, claims } from './claims.table.ts'
import { type ClaimServices, recordClaim } from './move-claim.ts'

const hour = 3_600_000

export type GivenClaim = {
  kind: ClaimKind
  words: string
  /** Ids of pictures that are stored already (`keepOwnFiles`). */
  photos: string[]
  /** Minor units; 0 leaves it to us. */
  amount: number
  /** As in the operation log. */
  actor: string
}

type Sibling = Pick<ClaimRow, 'claimId' | 'kind' | 'stage' | 'amount'>

/** Claims of an order, as far as another one depends on them. */
export const siblingsOf = (tx: Database, orderId: string): Promise<Sibling[]> =>
  tx
    .select({ claimId: claims.claimId, kind: claims.kind, stage: claims.stage, amount: claims.amount })
    .from(claims)
    .where(eq(claims.orderId, orderId))

/** The order's cover, less what was offered for other claims of it and not declined. Minor units. */
export const claimLimit = (
  order: Pick<OrderRow, 'lines' | 'declaredValue'>,
  others: readonly Sibling[],
): number =>
  others
    .filter(({ stage }) => stage === 'paid' || !isOverStage(stage))
    .reduce((left, { amount }) => Math.max(left - amount, 0), coverOf(order.lines, order.declaredValue))

type OrderTimes = Pick<OrderRow, 'pickup' | 'closing' | 'handedTime' | 'completedTime' | 'cancelTime'>

/** The hand-over, or another end of an order whose bags were picked up. */
export const overTimeOf = ({ closing, handedTime, completedTime, cancelTime }: OrderTimes): Date | null =>
  handedTime ?? (closing === 'open' ? null : (completedTime ?? cancelTime))

/** Whether its traveller may make another claim of an order. */
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
  new ApiError(errorCodes.paramError, 'more than the cover', { details: { field: 'amount', limit } })

/** Throws 1008 (409) where no claim may be made of an order, 1008 for more than its cover. The order has to be locked. */
export async function refuseClaim(tx: Database, order: OrderRow, amount: number, now: Date): Promise<void> {
  const siblings = await siblingsOf(tx, order.orderId)
  const reason = mayClaimOf(order, siblings, now)
  if (reason !== 'yes') {
    const details = { field: 'order', reason }
    throw new ApiError(errorCodes.paramError, 'no claim may be made', { status: 409, details })
  }
  const limit = claimLimit(order, siblings)
  if (amount > limit) throw beyondCover(limit)
}

/** The claim that is not over and says the same, as another tab has sent it at that moment. The order has to be locked. */
export async function findSameClaim(
  tx: Database,
  order: OrderRow,
  { kind, words, amount }: Pick<GivenClaim, 'kind' | 'words' | 'amount'>,
): Promise<ClaimRow | null> {
  const isSame = and(
    eq(claims.orderId, order.orderId),
    eq(claims.kind, kind),
    eq(claims.words, words),
    eq(claims.askedAmount, amount),
    notInArray(claims.stage, [...overStages]),
  )
  const [same] = await tx.select().from(claims).where(isSame)
  return same ?? null
}

/** Adds the pictures of `fittingPictures` that a claim lacks. */
export async function addPictures(tx: Database, claim: ClaimRow, photos: string[]): Promise<ClaimRow> {
  const all = [...new Set([...claim.photos, ...photos])]
  if (all.length === claim.photos.length) return claim
  await tx.update(claims).set({ photos: all }).where(eq(claims.claimId, claim.claimId))
  return { ...claim, photos: all }
}

/**
 * Opens a claim of an order that the caller has locked, whatever its stage: what a traveller asks for is checked by
 * `refuseClaim` before. We have promised to start within 24 h from now on.
 */
export async function openClaim(
  work: Work,
  services: ClaimServices,
  order: OrderRow,
  { kind, words, photos, amount, actor }: GivenClaim,
): Promise<ClaimRow> {
  const now = services.now()
  const [claim] = await work.tx
    .insert(claims)
    .values({
      claimId: newId(services.random),
      orderId: order.orderId,
      uin: order.uin,
      kind,
      words,
      photos,
      askedAmount: amount,
      currency: order.currency,
      stage: 'received',
      dueTime: new Date(now.getTime() + policy.claimStartHours * hour),
      createTime: now,
      updateTime: now,
    })
    .returning()
  const history = [{ type: 'received', ...(amount > 0 ? { amount } : {}) } as const]
  await recordClaim(work, services, { order, claim: claim! }, { actor, history, isNewStage: true })
  return claim!
}
