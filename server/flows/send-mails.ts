import { type CustomerNotification, toCustomerNotification } from '@handsfree/core/notifications'
import { and, eq, inArray } from 'drizzle-orm'
import { createBrandFormatter } from '../domain/catalogue/brand.ts'
import { notifications } from '../domain/notifications/notifications.table.ts'
import { toItem } from '../domain/notifications/to-item.ts'
import { pushSubscriptions } from '../domain/push/push.table.ts'
import { createNewsMail } from '../domain/receipts/news-mail.ts'
import { type ComposeNews, sendDueReceipts } from '../domain/receipts/receipt-mails.ts'
import { isToReceiver, textMessages } from '../domain/texts/text-messages.table.ts'
import { verifiedPhoneOf } from '../domain/users/account-keys.ts'
import { isValid } from '../domain/users/token-life.ts'
import { tokens, type users } from '../domain/users/users.table.ts'
import type { Database } from '../runtime/db/database.ts'
import type { Services } from '../runtime/services.ts'
import { publicOrigin } from '../runtime/settings/public-origin.ts'

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
  if (verifiedPhoneOf(user) === null || !settings.sendsTexts) return device !== undefined
  const texts = await db
    .select({ kind: textMessages.kind })
    .from(textMessages)
    .where(and(eq(textMessages.orderId, orderId), inArray(textMessages.state, lostStates)))
  return device !== undefined || texts.every(({ kind }) => isToReceiver(kind))
}

/** The notification to mail now. Null if it's read, or if its traveller gets it by push or text. */
async function findNews(
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

type MailServices = Parameters<typeof sendDueReceipts>[0]

/** Mails due receipts and news. */
export function sendDueMails(services: MailServices): Promise<void> {
  const { db, settings } = services
  const composeNews: ComposeNews = async ({ orderId, user }, notificationId) => {
    const notification = await findNews(db, services, { orderId, user }, notificationId)
    if (!notification) return null
    const intl = await createBrandFormatter(db, services, user.locale)
    return createNewsMail(intl, notification, {
      origin: publicOrigin(settings),
      hotline: settings.hotline,
      company: settings.company[user.locale],
    })
  }
  return sendDueReceipts(services, composeNews)
}
