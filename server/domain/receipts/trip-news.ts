import { sql } from 'drizzle-orm'
import type { Transaction } from '../../runtime/db/database.ts'
import { users } from '../users/users.table.ts'
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
