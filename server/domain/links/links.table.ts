import { sql } from 'drizzle-orm'
import { boolean, index, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { instant, referringTo } from '../../runtime/db/columns.ts'
import { orders } from '../orders/orders.table.ts'

/** Links that let a receiver follow and collect an order. Only the token's SHA-256 is stored. */
export const receiverLinks = pgTable(
  'receiver_links',
  {
    linkId: text('link_id').primaryKey(),
    orderId: referringTo('order_id', () => orders.orderId),
    tokenHash: text('token_hash').notNull(),
    showsClaimCode: boolean('shows_claim_code').notNull(),
    createTime: instant('create_time').notNull(),
    updateTime: instant('update_time').notNull(),
    takenBackTime: instant('taken_back_time'),
  },
  (table) => [
    uniqueIndex('receiver_links_token').on(table.tokenHash),
    uniqueIndex('receiver_links_living').on(table.orderId).where(sql`${table.takenBackTime} is null`),
    index('receiver_links_order').on(table.orderId),
    index('receiver_links_time').on(table.createTime),
  ],
)

export type ReceiverLinkRow = typeof receiverLinks.$inferSelect
