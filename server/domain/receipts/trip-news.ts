import { type CustomerNotification, toCustomerNotification } from '@handsfree/core/notifications'
import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Database, Transaction } from '../../runtime/db/database.ts'
import type { Services } from '../../runtime/services.ts'
import { notifications } from '../notifications/notifications.table.ts'
import { toItem } from '../notifications/to-item.ts'
import { pushSubscriptions } from '../push/push.table.ts'
import { isToReceiver, textMessages } from '../texts/text-messages.table.ts'
import { isValid } from '../users/token-life.ts'
import { tokens, users } from '../users/users.table.ts'
import { type ReceiptMailRow, receiptMails } from './receipt-mails.table.ts'

export const newsPrefix = 'news-'

/** Id of the notification that a mail is about; null for a receipt. */
export const notificationIdOf = ({ occasion }: Pick<ReceiptMailRow, 'occasion'>): string | null =>
  occasion.startsWith(newsPrefix) ? occasion.slice(newsPrefix.length) : null

/**
 * Queues a notification as a mail, if its traveller has a confirmed address. It's sent only to those whom neither push
 * nor text messages reach.
 */
export const queueNewsMail = (
  tx: Transaction,
  {
    uin,
    orderId,
    notificationId,
    time,
  }: { uin: string; orderId: string; notificationId: string; time: Date },
) =>
  tx.execute(sql`
    insert into ${receiptMails} (order_id, occasion, try_time, create_time)
    select ${orderId}, ${newsPrefix + notificationId}, ${time.toISOString()}, ${time.toISOString()} from ${users}
    where ${users.uin} = ${uin} and ${users.emailVerifyTime} is not null and ${users.deleteTime} is null
    on conflict do nothing`)

/** Texts about an order that didn't arrive, although its traveller's number is verified. */
const lostStates = ['undelivered', 'givenUp'] as const

async function isReachable(
  db: Database,
  { now, settings }: Pick<Services, 'now' | 'settings'>,
  { orderId, user }: { orderId: string; user: typeof users.$inferSelect },
): Promise<boolean> {
  const [device] = await db
    .select({ subscriptionId: pushSubscriptions.subscriptionId })
    .from(pushSubscriptions)
    .innerJoin(tokens, eq(tokens.tokenHash, pushSubscriptions.tokenHash))
    .where(and(eq(tokens.uin, user.uin), isValid(tokens, now())))
    .limit(1)
  if (!user.isPhoneVerified || !settings.sendsTexts) return device !== undefined
  const texts = await db
    .select({ kind: textMessages.kind })
    .from(textMessages)
    .where(and(eq(textMessages.orderId, orderId), inArray(textMessages.state, lostStates)))
  return device !== undefined || texts.every(({ kind }) => isToReceiver(kind))
}

/** The notification to mail now. Null if it's read, or if its traveller gets it by push or text. */
export async function findNews(
  db: Database,
  services: Pick<Services, 'now' | 'settings'>,
  { orderId, user }: { orderId: string; user: typeof users.$inferSelect },
  notificationId: string,
): Promise<CustomerNotification | null> {
  const [row] = await db.select().from(notifications).where(eq(notifications.notificationId, notificationId))
  if (!row || row.isRead || user.emailVerifyTime === null) return null
  if (await isReachable(db, services, { orderId, user })) return null
  return toCustomerNotification(toItem(row))
}
