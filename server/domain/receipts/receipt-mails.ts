import { createFormatter, loadMessages } from '@handsfree/core/i18n'
import type { TextMessageEvent, TextMessageState } from '@handsfree/core/notifications'
import { and, eq } from 'drizzle-orm'
import { inTransaction, type Work } from '../../runtime/db/work.ts'
import { forEach } from '../../runtime/jobs/for-each.ts'
import { GiveUpError, lastErrorOf } from '../../runtime/jobs/last-error.ts'
import { leaseDue } from '../../runtime/jobs/lease.ts'
import type { Services } from '../../runtime/services.ts'
import { publicOrigin } from '../../runtime/settings/public-origin.ts'
import { withOrderDetails } from '../order-details/order-details.ts'
import { toOrder } from '../order-details/to-order.ts'
import { orders } from '../orders/orders.table.ts'
import { nextMessage } from '../texts/next-message.ts'
import { users } from '../users/users.table.ts'
import { createReceiptMail } from './receipt-mail.ts'
import { type ReceiptMailRow, receiptMails } from './receipt-mails.table.ts'

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

async function deliver(services: SendingServices, { orderId }: ReceiptMailRow): Promise<void> {
  const { db, mail, settings } = services
  const [row] = await db
    .select({ order: orders, user: users })
    .from(orders)
    .innerJoin(users, eq(users.uin, orders.uin))
    .where(eq(orders.orderId, orderId))
  if (!row?.user.email || !mail) return
  const { locale, email } = row.user
  const [parts] = await withOrderDetails(db, [row.order])
  if (!parts) throw new Error('the order no longer exists')
  const link = `${publicOrigin(settings)}/order/detail/${orderId}`
  const intl = createFormatter(locale, await loadMessages(locale))
  const words = createReceiptMail(intl, toOrder(parts, services, locale), {
    hotline: settings.hotline,
    link,
    company: settings.company[locale],
  })
  await mail.send({ to: email, ...words })
}

async function sendReceipt(services: SendingServices, row: ReceiptMailRow): Promise<void> {
  const move = (event: TextMessageEvent, reason: string | null = null) =>
    inTransaction(services.db, (work) => moveReceipt(work, services, row, event, reason))
  if (!(await move({ type: 'message.send' }))) return
  try {
    await deliver(services, row)
  } catch (error) {
    const reason = lastErrorOf(error)
    const state = await move({ type: 'gateway.failed' }, reason)
    if (state !== 'givenUp') throw error
    throw new GiveUpError(`receipt ${row.occasion} of order ${row.orderId} was not mailed: ${reason}`)
  }
  await move({ type: 'gateway.sent' })
}

/** Mails due receipts, each leased by one instance. */
export async function sendDueReceipts(services: SendingServices): Promise<void> {
  const id = { orderId: receiptMails.orderId, occasion: receiptMails.occasion }
  const claimed = await leaseDue(services.db, services.now(), { table: receiptMails, id, due: 'tryTime' })
  await forEach(claimed, (row) => sendReceipt(services, row), concurrency)
}
