import type { TextMessageEvent, TextMessageState } from '@handsfree/core/notifications'
import { and, between, eq, like } from 'drizzle-orm'
import { inTransaction, type Work } from '../../runtime/db/work.ts'
import { forEach } from '../../runtime/jobs/for-each.ts'
import { forOrder } from '../../runtime/jobs/for-order.ts'
import { GiveUpError, lastErrorOf } from '../../runtime/jobs/last-error.ts'
import { leaseDue } from '../../runtime/jobs/lease.ts'
import type { Services } from '../../runtime/services.ts'
import { publicOrigin } from '../../runtime/settings/public-origin.ts'
import { createBrandFormatter } from '../catalogue/brand.ts'
import { withOrderDetails } from '../order-details/order-details.ts'
import { toOrder } from '../order-details/to-order.ts'
import { type OrderRow, orders } from '../orders/orders.table.ts'
import { nextMessage } from '../texts/next-message.ts'
import { isToReceiver, type TextMessageRow } from '../texts/text-messages.table.ts'
import { users } from '../users/users.table.ts'
import { findInvoice } from './invoices.ts'
import { createInvoiceMail } from './news-mail.ts'
import { createReceiptMail } from './receipt-mail.ts'
import { type ReceiptMailRow, receiptMails } from './receipt-mails.table.ts'
import { newsPrefix, notificationIdOf } from './trip-news.ts'

type SendingServices = Pick<Services, 'db' | 'keys' | 'mail' | 'now' | 'settings'>

const concurrency = 3

/** Queues a receipt, once per occasion. A no-op without a mail server or an e-mail address. */
export async function queueReceipt(
  { tx }: Pick<Work, 'tx'>,
  { mail, now }: Pick<Services, 'mail' | 'now'>,
  { orderId, uin }: { orderId: string; uin: string },
  occasion: string,
): Promise<void> {
  if (!mail) return
  const [user] = await tx.select({ email: users.email }).from(users).where(eq(users.uin, uin))
  if (!user?.email) return
  const time = now()
  await tx
    .insert(receiptMails)
    .values({ orderId, occasion, tryTime: time, createTime: time })
    .onConflictDoNothing()
}

const invoicePrefix = 'invoice-'

/** Queues a mail about an answered or declined invoice to the address in its request. A no-op without a mail server. */
export async function queueInvoiceMail(
  { tx }: Pick<Work, 'tx'>,
  { mail, now }: Pick<Services, 'mail' | 'now'>,
  { orderId, revision }: { orderId: string; revision: number },
): Promise<void> {
  if (!mail) return
  const time = now()
  await tx
    .insert(receiptMails)
    .values({ orderId, occasion: `${invoicePrefix}${orderId}-${revision}`, tryTime: time, createTime: time })
    .onConflictDoNothing()
}

/**
 * The only place where a receipt moves. Locks it, runs its machine and writes its columns. Returns its state, or null
 * for a no-op event.
 */
export async function moveReceipt(
  { tx }: Pick<Work, 'tx'>,
  { now }: Pick<Services, 'now'>,
  { orderId, occasion }: Pick<ReceiptMailRow, 'orderId' | 'occasion'>,
  event: TextMessageEvent,
  reason: string | null = null,
): Promise<TextMessageState | null> {
  const isThis = and(eq(receiptMails.orderId, orderId), eq(receiptMails.occasion, occasion))
  const [before] = await tx.select().from(receiptMails).where(isThis).for('update')
  const after = before && nextMessage(before, now(), event, reason)
  if (!after) return null
  await tx.update(receiptMails).set(after).where(isThis)
  return after.state
}

type Words = { subject: string; text: string; html: string }

/** Writes a notification as a mail. Null if it is outdated. */
export type ComposeNews = (
  reader: { orderId: string; user: typeof users.$inferSelect },
  notificationId: string,
) => Promise<Words | null>

/** Writes a receipt, or news about the trip. Null if the mail is outdated. */
async function compose(
  services: SendingServices,
  row: ReceiptMailRow,
  { order, user }: { order: OrderRow; user: typeof users.$inferSelect },
  composeNews: ComposeNews,
): Promise<Words | null> {
  const { db, settings } = services
  const { hotline } = settings
  const origin = publicOrigin(settings)
  const intl = await createBrandFormatter(db, services, user.locale)
  const notificationId = notificationIdOf(row)
  if (notificationId !== null) return composeNews({ orderId: order.orderId, user }, notificationId)
  const [parts] = await withOrderDetails(db, [order])
  if (!parts) throw new Error('the order no longer exists')
  const link = `${origin}/order/detail/${order.orderId}`
  const shownOrder = toOrder(parts, services, user.locale)
  return createReceiptMail(intl, shownOrder, {
    hotline,
    link,
    company: settings.company[user.locale],
    refund: shownOrder.refunds.find(({ refundId }) => refundId === row.occasion) ?? null,
  })
}

/** Writes a mail to the address in an invoice's request. Null if the request waits again or is gone. */
async function composeInvoiceMail(
  services: SendingServices,
  { order, user }: { order: OrderRow; user: typeof users.$inferSelect },
) {
  const { db, settings } = services
  const invoice = await findInvoice(db, order.orderId)
  if (!invoice || invoice.state === 'waiting') return null
  const intl = await createBrandFormatter(db, services, user.locale)
  const words = createInvoiceMail(
    intl,
    { orderNumber: order.orderNumber, isDeclined: invoice.state === 'declined' },
    {
      link: `${publicOrigin(settings)}/order/invoice/${order.orderId}`,
      hotline: settings.hotline,
      company: settings.company[user.locale],
    },
  )
  return { to: invoice.email, ...words }
}

/** Reads whom a mail is for, and its words. Null if it is outdated. */
async function findMail(services: SendingServices, row: ReceiptMailRow, composeNews: ComposeNews) {
  const [found] = await services.db
    .select({ order: orders, user: users })
    .from(orders)
    .innerJoin(users, eq(users.uin, orders.uin))
    .where(eq(orders.orderId, row.orderId))
  if (found && row.occasion.startsWith(invoicePrefix)) return composeInvoiceMail(services, found)
  if (!found?.user.email) return null
  const words = await compose(services, row, found, composeNews)
  return words && { to: found.user.email, ...words }
}

async function sendReceipt(
  services: SendingServices,
  row: ReceiptMailRow,
  composeNews: ComposeNews,
): Promise<void> {
  const move = (event: TextMessageEvent, reason: string | null = null) =>
    inTransaction(services.db, (work) => moveReceipt(work, services, row, event, reason))
  if (!(await move({ type: 'message.send' }))) return
  try {
    const message = await findMail(services, row, composeNews)
    if (!message) {
      await move({ type: 'message.skip' })
      return
    }
    await services.mail?.send(message)
  } catch (error) {
    const reason = lastErrorOf(error)
    const state = await move({ type: 'gateway.failed' }, reason)
    if (state !== 'givenUp') throw error
    throw new GiveUpError(`receipt ${row.occasion} of order ${row.orderId} was not mailed: ${reason}`)
  }
  await move({ type: 'gateway.sent' })
}

/** Notifications and texts of one move are written within seconds. */
const moveMs = 5_000

/** Mails the news of a text message that didn't arrive, which was skipped before. No-op for a receiver's text. */
export async function mailLostText(
  work: Pick<Work, 'tx'>,
  services: Pick<Services, 'now'>,
  { orderId, kind, createTime }: Pick<TextMessageRow, 'orderId' | 'kind' | 'createTime'>,
): Promise<void> {
  if (isToReceiver(kind)) return
  const time = createTime.getTime()
  const skipped = await work.tx
    .select({ orderId: receiptMails.orderId, occasion: receiptMails.occasion })
    .from(receiptMails)
    .where(
      and(
        eq(receiptMails.orderId, orderId),
        like(receiptMails.occasion, `${newsPrefix}%`),
        eq(receiptMails.state, 'skipped'),
        between(receiptMails.createTime, new Date(time - moveMs), new Date(time + moveMs)),
      ),
    )
  for (const row of skipped) await moveReceipt(work, services, row, { type: 'message.restore' })
}

/** Mails due receipts and news, each leased by one instance. */
export async function sendDueReceipts(services: SendingServices, composeNews: ComposeNews): Promise<void> {
  const id = { orderId: receiptMails.orderId, occasion: receiptMails.occasion }
  const claimed = await leaseDue(services.db, services.now(), { table: receiptMails, id, due: 'tryTime' })
  await forEach(
    claimed,
    (row) => forOrder('receipt', row.orderId, () => sendReceipt(services, row, composeNews)),
    concurrency,
  )
}
