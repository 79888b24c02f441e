import type { TextMessageState } from '@handsfree/core/notifications'
import { sql } from 'drizzle-orm'
import { index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { instant, referringTo } from '../../runtime/db/columns.ts'
import { orders } from '../orders/orders.table.ts'

/** Receipts, one per payment and refund, and mailed news. Address and content are read when it's sent. */
export const receiptMails = pgTable(
  'receipt_mails',
  {
    orderId: referringTo('order_id', () => orders.orderId),
    /** Id of the paid session or the refund; `news-` and a notification's id. */
    occasion: text('occasion').notNull(),
    /** Uses the text message machine and its retry schedule. */
    state: text('state').$type<TextMessageState>().notNull().default('due'),
    tries: integer('tries').notNull().default(0),
    /** Next delivery attempt; null once sent or given up. */
    tryTime: instant('try_time'),
    lastError: text('last_error'),
    createTime: instant('create_time').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.orderId, table.occasion] }),
    index('receipt_mails_due').on(table.tryTime).where(sql`${table.tryTime} is not null`),
    index('receipt_mails_time').on(table.createTime),
    index('receipt_mails_occasion').on(table.occasion),
    index('receipt_mails_given_up').on(table.createTime).where(sql`${table.state} = 'givenUp'`),
  ],
)

export type ReceiptMailRow = typeof receiptMails.$inferSelect
