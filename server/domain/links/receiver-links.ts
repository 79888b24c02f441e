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

/** Until when an order's link works: a day after the hand-over, or after the order was over. Null before. */
export function linkEnd({ closing, handedTime, completedTime, cancelTime }: OrderTimes): Date | null {
  const over = handedTime ?? (closing === 'open' ? null : (completedTime ?? cancelTime))
  return over && new Date(over.getTime() + policy.linkHours * hour)
}

const hasEnded = (order: OrderTimes, now: Date): boolean =>
  (linkEnd(order)?.getTime() ?? Infinity) <= now.getTime()

/**
 * A link's address below the server's origin, with the language that was chosen for the recipient; null once the secret has
 * changed.
 */
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

/** PostgreSQL's own number of the last write to a row. */
const tripVersion = sql<string>`${orders}.xmin::text || '-' || ${receiverLinks}.xmin::text`

const isLivingOf = (orderId: string) =>
  and(eq(receiverLinks.orderId, orderId), isNull(receiverLinks.takenBackTime))

/** The order's link; null when there is none, it was taken back or has ended. */
export async function findReceiverLink(
  tx: Database,
  order: Pick<OrderRow, 'orderId'> & OrderTimes,
  now: Date,
): Promise<ReceiverLinkRow | null> {
  if (hasEnded(order, now)) return null
  const [link] = await tx.select().from(receiverLinks).where(isLivingOf(order.orderId))
  return link ?? null
}

/** Whether an order has a link, or its traveller took one back. */
export async function hadReceiverLink(tx: Database, orderId: string): Promise<boolean> {
  const found = await tx
    .select({ linkId: receiverLinks.linkId })
    .from(receiverLinks)
    .where(eq(receiverLinks.orderId, orderId))
    .limit(1)
  return found.length > 0
}

/** Makes an order's link, or changes what the present one shows. Throws 1008 where there is nothing to collect. */
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

/** Ends an order's link, if there is one. */
export const revokeReceiverLink = ({ tx }: Pick<Work, 'tx'>, orderId: string, now: Date) =>
  tx.update(receiverLinks).set({ takenBackTime: now }).where(isLivingOf(orderId))

/** Drops the link of a recipient who no longer is one. The next gets another, unlike after one that was taken back. */
export const dropReceiverLink = ({ tx }: Pick<Work, 'tx'>, orderId: string) =>
  tx.delete(receiverLinks).where(isLivingOf(orderId))

/** A living link with its order. `version` changes with every write to either, whatever the clock says. */
export type LinkedOrder = { link: ReceiverLinkRow; order: OrderRow; version: string }

/** A living link with its order. Throws 5004 for any other token, after `onUnknown` for one that never was a link. */
export async function findLinkedOrder(
  tx: Database,
  token: string,
  now: Date,
  onUnknown = () => {},
): Promise<LinkedOrder> {
  const [found] = await tx
    .select({ link: receiverLinks, order: orders, version: tripVersion })
    .from(receiverLinks)
    .innerJoin(orders, eq(orders.orderId, receiverLinks.orderId))
    .where(eq(receiverLinks.tokenHash, hashLinkToken(token)))
  if (!found) onUnknown()
  if (!found || found.link.takenBackTime || hasEnded(found.order, now)) throw orderNotFound()
  return found
}

/** Versions of the links that were not taken back, by the hash of their token. */
export async function findTripVersions(db: Database, tokenHashes: string[]): Promise<Map<string, string>> {
  const found = await db
    .select({ tokenHash: receiverLinks.tokenHash, version: tripVersion })
    .from(receiverLinks)
    .innerJoin(orders, eq(orders.orderId, receiverLinks.orderId))
    .where(and(inArray(receiverLinks.tokenHash, tokenHashes), isNull(receiverLinks.takenBackTime)))
  return new Map(found.map(({ tokenHash, version }) => [tokenHash, version]))
}
