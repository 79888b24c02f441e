import type { ReviewResult } from '@handsfree/core/contract'
import { pgTable, text } from 'drizzle-orm/pg-core'
import { instant, referringTo } from '../../runtime/db/columns.ts'
import { orders } from './orders.table.ts'

export const orderReviews = pgTable('order_reviews', {
  orderId: referringTo('order_id', () => orders.orderId).primaryKey(),
  result: text('result').$type<ReviewResult>().notNull(),
  /** Same format as in the operation log; null while it waits. */
  reviewer: text('reviewer'),
  reason: text('reason'),
  beginTime: instant('begin_time').notNull(),
  decideTime: instant('decide_time'),
})

export type ReviewRow = typeof orderReviews.$inferSelect
