import { and, asc, eq, lte } from 'drizzle-orm'
import { contactPhone } from '../catalogue/contact-phone.ts'
import type { Work } from '../db/work.ts'
import { forEach } from '../jobs/for-each.ts'
import { orders } from '../orders/orders.table.ts'
import type { Services } from '../services.ts'
import { users } from '../users/users.table.ts'
import { type TextMessageKind, textMessages } from './text-messages.table.ts'
import { messageTexts } from './texts.ts'

type SendingServices = Pick<Services, 'db' | 'now' | 'sms' | 'settings'>

/** Messages in one turn. */
const batch = 20

/** Seconds until the next try after each failure: a message that is hours late is useless. */
const pauses = [10, 60, 300, 1_800]

/** Queues a text message for after the commit, once an order and kind. */
export const queueTextMessage = (
  { tx }: Pick<Work, 'tx'>,
  { now }: Pick<Services, 'now'>,
  orderId: string,
  kind: TextMessageKind,
) =>
  tx.insert(textMessages).values({ orderId, kind, tryTime: now(), createTime: now() }).onConflictDoNothing()

/**
 * Sends the text messages that are due. Each is claimed first, so that two instances do not both send it; one whose
 * server dies in between is sent again.
 */
export async function sendDueTextMessages(services: SendingServices): Promise<void> {
  const { db, now } = services
  const due = await db
    .select({ orderId: textMessages.orderId, kind: textMessages.kind, tries: textMessages.tries })
    .from(textMessages)
    .where(lte(textMessages.tryTime, now()))
    .orderBy(asc(textMessages.tryTime))
    .limit(batch)
  await forEach(due, (message) => sendTextMessage(services, message))
}

async function sendTextMessage(
  { db, now, sms, settings }: SendingServices,
  { orderId, kind, tries }: { orderId: string; kind: TextMessageKind; tries: number },
): Promise<void> {
  const isThis = and(eq(textMessages.orderId, orderId), eq(textMessages.kind, kind))
  const pause = pauses[tries]
  const tryTime = pause === undefined ? null : new Date(now().getTime() + pause * 1_000)
  const claimed = await db
    .update(textMessages)
    .set({ tries: tries + 1, tryTime })
    .where(and(isThis, eq(textMessages.tries, tries), lte(textMessages.tryTime, now())))
    .returning({ kind: textMessages.kind })
  const [order] = await db
    .select({ order: orders, user: users })
    .from(orders)
    .innerJoin(users, eq(users.uin, orders.uin))
    .where(eq(orders.orderId, orderId))
  if (claimed.length === 0 || !order) return
  const { dialCode, phoneNumber, locale } = order.user
  const { orderNumber, pieces, pickupPlace, deliveryPlace } = order.order
  const text = messageTexts[locale][kind]({
    orderNumber,
    pieces,
    from: pickupPlace.name[locale],
    to: deliveryPlace.name[locale],
    hotline: await contactPhone(db, settings),
  })
  await sms.sendText({ dialCode, phoneNumber }, text)
  await db.update(textMessages).set({ sentTime: now(), tryTime: null }).where(isThis)
}
