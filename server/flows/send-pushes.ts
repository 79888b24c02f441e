import { createHash } from 'node:crypto'
import type { PushMessage } from '@handsfree/core/contract'
import { pushTtlSeconds, type TextMessageEvent } from '@handsfree/core/notifications'
import { and, desc, eq, gt, inArray, isNull, lte, ne, or } from 'drizzle-orm'
import { employeeNotifications } from '../domain/notifications/employee-notifications.table.ts'
import { notifications } from '../domain/notifications/notifications.table.ts'
import {
  type PushMessageRow,
  type PushSubscriptionRow,
  pushMessages,
  pushSubscriptions,
} from '../domain/push/push.table.ts'
import { receiptOf } from '../domain/push/receipt.ts'
import { nextMessage } from '../domain/texts/next-message.ts'
import { employeeSessions } from '../domain/users/crew.table.ts'
import { employees } from '../domain/users/employees.table.ts'
import { isValidSession } from '../domain/users/session-life.ts'
import { isValid } from '../domain/users/token-life.ts'
import { tokens } from '../domain/users/users.table.ts'
import type { Database } from '../runtime/db/database.ts'
import { inTransaction, type Work } from '../runtime/db/work.ts'
import { forEach } from '../runtime/jobs/for-each.ts'
import { forOrder } from '../runtime/jobs/for-order.ts'
import { GiveUpError, lastErrorOf } from '../runtime/jobs/last-error.ts'
import { leaseDue } from '../runtime/jobs/lease.ts'
import { rehearsalMark } from '../runtime/rehearsal.ts'
import type { Push, PushOutcome, Services } from '../runtime/services.ts'
import { type PushText, readPushText, shorten } from './push-text.ts'

type SendingServices = Pick<Services, 'db' | 'keys' | 'now' | 'push' | 'settings'>

const concurrency = 5
/** Tags that one message closes at most. */
const maxClosed = 20

const isThis = ({ pushId }: PushMessageRow) => eq(pushMessages.pushId, pushId)

/**
 * The only place where a push message moves. Locks it, runs its machine and writes its columns. Returns its state, or
 * null for a no-op event.
 */
async function movePush(
  { tx }: Pick<Work, 'tx'>,
  { now }: Pick<Services, 'now'>,
  row: PushMessageRow,
  event: TextMessageEvent,
  reason: string | null = null,
) {
  const [before] = await tx.select().from(pushMessages).where(isThis(row)).for('update')
  const after = before && nextMessage(before, now(), event, reason)
  if (!after) return null
  const sent = event.type === 'gateway.sent' ? { sentTime: now() } : {}
  await tx
    .update(pushMessages)
    .set({ ...after, ...sent })
    .where(isThis(row))
  return after.state
}

/** The device's subscription while its session is valid, and made with our current key. */
async function findSubscription(
  db: Database,
  { subscriptionId }: PushMessageRow,
  now: Date,
  serverKey: string,
): Promise<PushSubscriptionRow | null> {
  const [found] = await db
    .select({ subscription: pushSubscriptions })
    .from(pushSubscriptions)
    .leftJoin(tokens, eq(tokens.tokenHash, pushSubscriptions.tokenHash))
    .leftJoin(employeeSessions, eq(employeeSessions.tokenHash, pushSubscriptions.sessionHash))
    .leftJoin(employees, eq(employees.employeeId, employeeSessions.employeeId))
    .where(
      and(
        eq(pushSubscriptions.subscriptionId, subscriptionId),
        eq(pushSubscriptions.serverKey, serverKey),
        or(
          isValid(tokens, now),
          and(isValidSession(now), isNull(employeeSessions.tabletHash), isNull(employees.disableTime)),
        ),
      ),
    )
  return found?.subscription ?? null
}

/** Whether the device gets newer news in this message's place. News held during quiet hours doesn't count yet. */
async function isReplaced(db: Database, { subscriptionId, position, tag }: PushMessageRow, now: Date) {
  const [newer] = await db
    .select({ pushId: pushMessages.pushId })
    .from(pushMessages)
    .where(
      and(
        eq(pushMessages.subscriptionId, subscriptionId),
        eq(pushMessages.tag, tag),
        gt(pushMessages.position, position),
        lte(pushMessages.readyTime, now),
      ),
    )
    .limit(1)
  return newer !== undefined
}

type Settled = { pushIds: string[]; tags: string[] }

/** Messages that the device may still show although their news was read elsewhere or has been settled. */
async function findSettled(db: Database, { subscriptionId, pushId, tag }: PushMessageRow): Promise<Settled> {
  const rows = await db
    .select({
      pushId: pushMessages.pushId,
      tag: pushMessages.tag,
      queueKind: pushMessages.queueKind,
      isRead: notifications.isRead,
      isReadByEmployee: employeeNotifications.isRead,
    })
    .from(pushMessages)
    .leftJoin(notifications, eq(notifications.notificationId, pushMessages.notificationId))
    .leftJoin(employeeNotifications, eq(employeeNotifications.indexId, pushMessages.employeeNotificationId))
    .where(
      and(
        eq(pushMessages.subscriptionId, subscriptionId),
        ne(pushMessages.pushId, pushId),
        ne(pushMessages.tag, tag),
        inArray(pushMessages.state, ['sending', 'sent']),
        isNull(pushMessages.closeTime),
      ),
    )
    .orderBy(desc(pushMessages.position))
  const isSettled = ({ queueKind, isRead, isReadByEmployee }: (typeof rows)[number]) =>
    queueKind === null && (isRead ?? isReadByEmployee ?? true)
  // The device shows only the newest message of a tag.
  const newest = new Map(rows.toReversed().map((row) => [row.tag, row]))
  const tags = [...newest.values()]
    .filter(isSettled)
    .map((row) => row.tag)
    .slice(0, maxClosed)
  return { tags, pushIds: rows.filter((row) => tags.includes(row.tag)).map((row) => row.pushId) }
}

/** Topics have at most 32 characters of base64url (RFC 8030). */
const topicOf = (tag: string): string => createHash('sha256').update(tag).digest('base64url').slice(0, 32)

function payloadOf(
  { keys, settings }: Pick<Services, 'keys' | 'settings'>,
  row: PushMessageRow,
  { subscriptionId, locale, origin }: PushSubscriptionRow,
  { title, body, path, unread }: PushText,
  close: string[],
): PushMessage {
  const { tag, kind, pushId } = row
  return {
    web_push: 8030,
    notification: {
      title: settings.rehearsal ? `${rehearsalMark[locale]}${title}` : title,
      body: shorten(body),
      lang: locale,
      tag,
      navigate: `${origin}${path}`,
      data: { subscriptionId, receipt: receiptOf(keys, pushId), kind, close },
    },
    ...(unread === null ? {} : { app_badge: unread }),
    mutable: true,
  }
}

async function deliver(
  services: SendingServices,
  push: Push,
  row: PushMessageRow,
  subscription: PushSubscriptionRow,
  text: PushText,
): Promise<PushOutcome> {
  const { endpoint, p256dh, auth } = subscription
  const settled = await findSettled(services.db, row)
  const outcome = await push.send(
    { endpoint, keys: { p256dh, auth } },
    {
      payload: JSON.stringify(payloadOf(services, row, subscription, text, settled.tags)),
      topic: topicOf(row.tag),
      ttlSeconds: pushTtlSeconds(text.rule),
      urgency: text.rule.isUrgent ? 'high' : text.rule.canWait ? 'low' : 'normal',
    },
  )
  if (outcome.type === 'sent' && settled.pushIds.length > 0) {
    const isClosed = inArray(pushMessages.pushId, settled.pushIds)
    await services.db.update(pushMessages).set({ closeTime: services.now() }).where(isClosed)
  }
  return outcome
}

/** Ends a subscription that the push service has ended, unless the device has a new one. Its messages go with it. */
const endSubscription = (db: Database, { subscriptionId, endpoint }: PushSubscriptionRow) =>
  db
    .delete(pushSubscriptions)
    .where(
      and(eq(pushSubscriptions.subscriptionId, subscriptionId), eq(pushSubscriptions.endpoint, endpoint)),
    )

/**
 * Sends one message. Not if the device has already shown it, which happens when a server died between sending and
 * recording it.
 */
async function sendPush(services: SendingServices, push: Push, row: PushMessageRow): Promise<void> {
  const { db, now } = services
  const move = (event: TextMessageEvent, reason: string | null = null) =>
    inTransaction(db, (work) => movePush(work, services, row, event, reason))
  const subscription = await findSubscription(db, row, now(), push.publicKey)
  const isUnneeded =
    row.shownTime !== null || !subscription?.kinds.includes(row.kind) || (await isReplaced(db, row, now()))
  const text = isUnneeded || !subscription ? null : await readPushText(services, row, subscription.locale)
  if (!subscription || !text) {
    await move({ type: 'message.skip' })
    return
  }
  if (!(await move({ type: 'message.send' }))) return
  const outcome = await deliver(services, push, row, subscription, text).catch(
    (error: unknown): PushOutcome => ({ type: 'failed', reason: lastErrorOf(error), retryAfterMs: null }),
  )
  switch (outcome.type) {
    case 'sent':
      await move({ type: 'gateway.sent' })
      return
    case 'gone':
      await endSubscription(db, subscription)
      return
    case 'refused':
      await move({ type: 'gateway.refused' }, outcome.reason)
      throw new GiveUpError(`push message ${row.pushId} was not sent: ${outcome.reason}`)
    case 'failed': {
      const { reason, retryAfterMs } = outcome
      const state = await move({ type: 'gateway.failed', retryAfterMs }, reason)
      const message = `push message ${row.pushId} was not sent: ${reason}`
      throw state === 'givenUp' ? new GiveUpError(message) : new Error(message)
    }
  }
}

/**
 * Sends due push messages, each leased by one instance. One device gets its messages in order. If a server dies between
 * sending and recording, the message is sent again: it replaces itself on the device, or at the push service.
 */
export async function sendDuePushes(services: SendingServices): Promise<void> {
  const { db, now, push } = services
  if (!push) return
  const id = { pushId: pushMessages.pushId }
  const due = await leaseDue(db, now(), { table: pushMessages, id, due: 'tryTime' })
  const byDevice = new Map<string, PushMessageRow[]>()
  for (const row of due.sort((one, other) => one.position - other.position)) {
    byDevice.set(row.subscriptionId, [...(byDevice.get(row.subscriptionId) ?? []), row])
  }
  await forEach(
    [...byDevice.values()],
    (rows) =>
      forEach(rows, (row) => {
        const send = () => sendPush(services, push, row)
        return row.orderId === null ? send() : forOrder('push', row.orderId, send)
      }),
    concurrency,
  )
}
