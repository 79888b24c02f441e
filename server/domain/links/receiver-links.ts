import type { ReceiverLink } from '@handsfree/core/contract'
import { errorCodes } from '@handsfree/core/lib'
import { policy } from '@handsfree/core/policy'
import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { Database } from '../../runtime/db/database.ts'
import type { Work } from '../../runtime/db/work.ts'
import { ApiError } from '../../runtime/http/api-error.ts'
import { newId } from '../../runtime/random.ts'
import type { Services } from '../../runtime/services.ts'
import { canCollect } from '../orders/can-collect.ts'
import { type OrderRow, orders } from '../orders/orders.table.ts'
import { orderNotFound } from '../orders/refusals.ts'
import { hashLinkToken, linkToken, storedLinkToken } from './link-token.ts'
import { type ReceiverLinkRow, receiverLinks } from './links.table.ts'

const purpose = 'trip'
const hour = 3_600_000

type OrderTimes = Pick<OrderRow, 'closing' | 'handedTime' | 'completedTime' | 'cancelTime'>

/**
 * Returns when an order's link expires: `policy.linkHours` after the hand-over or the order's end. Null before that.
 */
export function linkEnd({ closing, handedTime, completedTime, cancelTime }: OrderTimes): Date | null {
  const over = handedTime ?? (closing === 'open' ? null : (completedTime ?? cancelTime))
  return over && new Date(over.getTime() + policy.linkHours * hour)
}

const hasEnded = (order: OrderTimes, now: Date): boolean =>
  (linkEnd(order)?.getTime() ?? Infinity) <= now.getTime()

/** Returns the link's path in the receiver's language. Null once the secret has changed. */
export function pathOfLink(
  { keys }: Pick<Services, 'keys'>,
  link: ReceiverLinkRow,
  { receiverLocale }: Pick<OrderRow, 'receiverLocale'>,
): string | null {
  const token = storedLinkToken(keys, purpose, link)
  return token && `/trip/${token}${receiverLocale ? `?lang=${receiverLocale}` : ''}`
}

export const toReceiverLink = (
  services: Pick<Services, 'keys'>,
  link: ReceiverLinkRow,
  order: OrderTimes & Pick<OrderRow, 'receiverLocale'>,
): ReceiverLink => ({
  path: pathOfLink(services, link, order),
  showsClaimCode: link.showsClaimCode,
  createTime: link.createTime.toISOString(),
  endTime: linkEnd(order)?.toISOString() ?? null,
})

/** `xmin` changes with every write to a row. */
const tripVersion = sql<string>`${orders}.xmin::text || '-' || ${receiverLinks}.xmin::text`

const isActiveLinkOf = (orderId: string) =>
  and(eq(receiverLinks.orderId, orderId), isNull(receiverLinks.takenBackTime))

/** Returns the active link. Null if it's missing, revoked or expired. */
export async function findReceiverLink(
  tx: Database,
  order: Pick<OrderRow, 'orderId'> & OrderTimes,
  now: Date,
): Promise<ReceiverLinkRow | null> {
  if (hasEnded(order, now)) return null
  const [link] = await tx.select().from(receiverLinks).where(isActiveLinkOf(order.orderId))
  return link ?? null
}

export async function hadReceiverLink(tx: Database, orderId: string): Promise<boolean> {
  const rows = await tx
    .select({ linkId: receiverLinks.linkId })
    .from(receiverLinks)
    .where(eq(receiverLinks.orderId, orderId))
    .limit(1)
  return rows.length > 0
}

/** Creates the order's link, or updates what it shows. Throws 1008 if there's nothing to collect. */
export async function makeReceiverLink(
  { tx }: Pick<Work, 'tx'>,
  { keys, now, random }: Pick<Services, 'keys' | 'now' | 'random'>,
  order: OrderRow,
  showsClaimCode: boolean,
): Promise<ReceiverLinkRow> {
  const time = now()
  if (!canCollect(order) || hasEnded(order, time)) {
    const details = { field: 'order', reason: 'nothingToCollect' }
    throw new ApiError(errorCodes.paramError, 'nothing to collect', { status: 409, details })
  }
  const linkId = newId(random)
  const [link] = await tx
    .insert(receiverLinks)
    .values({
      linkId,
      orderId: order.orderId,
      tokenHash: hashLinkToken(linkToken(keys, purpose, linkId)),
      showsClaimCode,
      createTime: time,
      updateTime: time,
    })
    .onConflictDoUpdate({
      target: receiverLinks.orderId,
      targetWhere: sql`taken_back_time is null`,
      set: { showsClaimCode, updateTime: time },
    })
    .returning()
  return link!
}

export const revokeReceiverLink = ({ tx }: Pick<Work, 'tx'>, orderId: string, now: Date) =>
  tx.update(receiverLinks).set({ takenBackTime: now }).where(isActiveLinkOf(orderId))

/** Deletes a replaced receiver's link. Unlike after a revocation, the next receiver gets a new one. */
export const deleteReceiverLink = ({ tx }: Pick<Work, 'tx'>, orderId: string) =>
  tx.delete(receiverLinks).where(isActiveLinkOf(orderId))

/** `version` changes with every write to the link or the order, independent of the clock. */
export type LinkedOrder = { link: ReceiverLinkRow; order: OrderRow; version: string }

/**
 * Finds an active link and its order. Throws 5004 for any other token, and calls `onUnknown` first if it never
 * existed.
 */
export async function findLinkedOrder(
  tx: Database,
  token: string,
  now: Date,
  onUnknown = async () => {},
): Promise<LinkedOrder> {
  const [linked] = await tx
    .select({ link: receiverLinks, order: orders, version: tripVersion })
    .from(receiverLinks)
    .innerJoin(orders, eq(orders.orderId, receiverLinks.orderId))
    .where(eq(receiverLinks.tokenHash, hashLinkToken(token)))
  if (!linked) await onUnknown()
  if (!linked || linked.link.takenBackTime || hasEnded(linked.order, now)) throw orderNotFound()
  return linked
}

export async function findTripVersions(db: Database, tokenHashes: string[]): Promise<Map<string, string>> {
  const rows = await db
    .select({ tokenHash: receiverLinks.tokenHash, version: tripVersion })
    .from(receiverLinks)
    .innerJoin(orders, eq(orders.orderId, receiverLinks.orderId))
    .where(and(inArray(receiverLinks.tokenHash, tokenHashes), isNull(receiverLinks.takenBackTime)))
  return new Map(rows.map(({ tokenHash, version }) => [tokenHash, version]))
}
