import { and, asc, eq, lte } from 'drizzle-orm'
import type { Work } from '../db/work.ts'
import { forEach } from '../jobs/for-each.ts'
import { orders } from '../orders/orders.table.ts'
import type { Services } from '../services.ts'
import { users } from '../users/users.table.ts'
import { type NoticeKind, smsNotices } from './notices.table.ts'
import { noticeText } from './texts.ts'

type NoticeServices = Pick<Services, 'db' | 'now' | 'sms' | 'settings'>

/** How many are sent in one turn. */
const batch = 20

/** Seconds until the next try after each that failed: a notice that is hours late says nothing new. */
const pauses = [10, 60, 300, 1_800]

/** Leaves a text message to be sent soon after the commit, once an order and kind. */
export const queueNotice = (
  { tx }: Pick<Work, 'tx'>,
  { now }: Pick<Services, 'now'>,
  orderId: string,
  kind: NoticeKind,
) => tx.insert(smsNotices).values({ orderId, kind, tryTime: now(), createTime: now() }).onConflictDoNothing()

/**
 * Sends the text messages that are due. Each is claimed before it is sent, so that two instances do not both send it;
 * one whose server dies in between is sent again.
 */
export async function runNotices(services: NoticeServices): Promise<void> {
  const { db, now } = services
  const due = await db
    .select({ orderId: smsNotices.orderId, kind: smsNotices.kind, tries: smsNotices.tries })
    .from(smsNotices)
    .where(lte(smsNotices.tryTime, now()))
    .orderBy(asc(smsNotices.tryTime))
    .limit(batch)
  await forEach(due, (notice) => sendNotice(services, notice))
}

async function sendNotice(
  { db, now, sms, settings }: NoticeServices,
  { orderId, kind, tries }: { orderId: string; kind: NoticeKind; tries: number },
): Promise<void> {
  const isThis = and(eq(smsNotices.orderId, orderId), eq(smsNotices.kind, kind))
  const pause = pauses[tries]
  const tryTime = pause === undefined ? null : new Date(now().getTime() + pause * 1_000)
  const claimed = await db
    .update(smsNotices)
    .set({ tries: tries + 1, tryTime })
    .where(and(isThis, eq(smsNotices.tries, tries), lte(smsNotices.tryTime, now())))
    .returning({ kind: smsNotices.kind })
  const [order] = await db
    .select({ order: orders, user: users })
    .from(orders)
    .innerJoin(users, eq(users.uin, orders.uin))
    .where(eq(orders.orderId, orderId))
  if (claimed.length === 0 || !order) return
  const { dialCode, phoneNumber, locale } = order.user
  const { orderNumber, pieces, pickupPlace, deliveryPlace } = order.order
  const text = noticeText[locale][kind]({
    orderNumber,
    pieces,
    from: pickupPlace.name[locale],
    to: deliveryPlace.name[locale],
    hotline: settings.hotline,
  })
  await sms.sendText({ dialCode, phoneNumber }, text)
  await db.update(smsNotices).set({ sentTime: now(), tryTime: null }).where(isThis)
}
