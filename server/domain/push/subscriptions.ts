import type { Locale, PushKind, PushSubscribed, PushSubscriptionKeys } from '@handsfree/core/contract'
import { errorCodes } from '@handsfree/core/lib'
import { policy } from '@handsfree/core/policy'
import { and, eq, inArray, isNotNull, ne, or } from 'drizzle-orm'
import type { Database, Transaction } from '../../runtime/db/database.ts'
import { deleteBefore } from '../../runtime/db/delete-before.ts'
import { ApiError } from '../../runtime/http/api-error.ts'
import { notLoggedIn } from '../../runtime/http/caller.ts'
import { newId } from '../../runtime/random.ts'
import type { Services } from '../../runtime/services.ts'
import { employeeSessions } from '../users/crew.table.ts'
import { tokens } from '../users/users.table.ts'
import { pushMessages, pushSubscriptions } from './push.table.ts'

/** A device's session: of a traveller or of an employee. */
export type PushSession =
  | { tokenHash: string; sessionHash?: undefined }
  | { sessionHash: string; tokenHash?: undefined }

const isOfSession = ({ tokenHash, sessionHash }: PushSession) =>
  tokenHash === undefined
    ? eq(pushSubscriptions.sessionHash, sessionHash)
    : eq(pushSubscriptions.tokenHash, tokenHash)

/** The session may have ended since the call was authenticated. Locks it against that. Throws 1010. */
async function lockSession(tx: Transaction, { tokenHash, sessionHash }: PushSession): Promise<void> {
  const rows =
    tokenHash === undefined
      ? await tx
          .select({ hash: employeeSessions.tokenHash })
          .from(employeeSessions)
          .where(eq(employeeSessions.tokenHash, sessionHash))
          .for('key share')
      : await tx
          .select({ hash: tokens.tokenHash })
          .from(tokens)
          .where(eq(tokens.tokenHash, tokenHash))
          .for('key share')
  if (rows.length === 0) throw notLoggedIn()
}

/**
 * Subscribes a device. Replaces its previous subscription, and ends that of another session with the same endpoint: the
 * device has changed hands. Throws 1002 without keys of our own, 1008 for a foreign endpoint, an invalid key, or another
 * session's endpoint without its keys, 1010.
 */
export async function subscribeDevice(
  tx: Transaction,
  { push, random, now }: Pick<Services, 'push' | 'random' | 'now'>,
  session: PushSession,
  device: { subscription: PushSubscriptionKeys; locale: Locale; kinds: PushKind[]; origin: string },
): Promise<PushSubscribed> {
  if (!push) throw new ApiError(errorCodes.notFound, 'not found')
  const { subscription, locale, origin } = device
  if (!push.isUsable(subscription)) throw new ApiError(errorCodes.paramError, 'param error')
  await lockSession(tx, session)
  const { endpoint, keys } = subscription
  const { tokenHash = null, sessionHash = null } = session
  const isOthers =
    tokenHash === null
      ? or(isNotNull(pushSubscriptions.tokenHash), ne(pushSubscriptions.sessionHash, sessionHash ?? ''))
      : or(isNotNull(pushSubscriptions.sessionHash), ne(pushSubscriptions.tokenHash, tokenHash))
  const [other] = await tx
    .delete(pushSubscriptions)
    .where(and(eq(pushSubscriptions.endpoint, endpoint), isOthers))
    .returning()
  // Only the device itself knows the secret beside the endpoint.
  if (other && (other.p256dh !== keys.p256dh || other.auth !== keys.auth)) {
    throw new ApiError(errorCodes.paramError, 'param error')
  }
  const changes = {
    ...{ endpoint, ...keys, serverKey: push.publicKey, origin, locale },
    kinds: [...new Set(device.kinds)],
    updateTime: now(),
  }
  const [row] = await tx
    .insert(pushSubscriptions)
    .values({ subscriptionId: newId(random), tokenHash, sessionHash, createTime: now(), ...changes })
    .onConflictDoUpdate({
      target: tokenHash === null ? pushSubscriptions.sessionHash : pushSubscriptions.tokenHash,
      set: changes,
    })
    .returning({ subscriptionId: pushSubscriptions.subscriptionId, kinds: pushSubscriptions.kinds })
  if (!row) throw new Error('the subscription was not stored')
  return row
}

export const unsubscribeDevice = (tx: Transaction, session: PushSession) =>
  tx.delete(pushSubscriptions).where(isOfSession(session))

const tokensOf = (db: Database, uin: string) =>
  db.select({ tokenHash: tokens.tokenHash }).from(tokens).where(eq(tokens.uin, uin))

/** Ends the subscriptions of all the traveller's devices. */
export const unsubscribeTraveller = (tx: Transaction, uin: string) =>
  tx.delete(pushSubscriptions).where(inArray(pushSubscriptions.tokenHash, tokensOf(tx, uin)))

export async function hasSubscriptions(tx: Transaction, uin: string): Promise<boolean> {
  const isOwn = inArray(pushSubscriptions.tokenHash, tokensOf(tx, uin))
  const rows = await tx
    .select({ subscriptionId: pushSubscriptions.subscriptionId })
    .from(pushSubscriptions)
    .where(isOwn)
    .limit(1)
  return rows.length > 0
}

/** Subscriptions for the traveller's export: with the push service, without the device's address there. */
export async function findSubscriptions(db: Database, uin: string) {
  const rows = await db
    .select({ subscription: pushSubscriptions, device: tokens.device })
    .from(pushSubscriptions)
    .innerJoin(tokens, eq(tokens.tokenHash, pushSubscriptions.tokenHash))
    .where(eq(tokens.uin, uin))
  return rows.map(({ subscription: { endpoint, locale, kinds, createTime, updateTime }, device }) => ({
    device,
    pushService: new URL(endpoint).hostname,
    ...{ locale, kinds, createTime, updateTime },
  }))
}

export const sweepPushes = (db: Database, now: Date) =>
  deleteBefore(
    db,
    pushMessages,
    pushMessages.createTime,
    new Date(now.getTime() - policy.keepPushDays * 86_400_000),
  )
