import type { RefundAct, RefundRequestState } from '@handsfree/core/contract'
import { sql } from 'drizzle-orm'
import { index, integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { instant, referringTo } from '../../runtime/db/columns.ts'
import { claims } from '../claims/claims.table.ts'
import { orders } from '../orders/orders.table.ts'

/** Acts of operators whose refund needs a second operator. Employee ids as in the operation log. */
export const refundRequests = pgTable(
  'refund_requests',
  {
    requestId: text('request_id').primaryKey(),
    orderId: referringTo('order_id', () => orders.orderId),
    claimId: text('claim_id').references(() => claims.claimId),
    act: text('act').$type<RefundAct>().notNull(),
    /** The act's validated body. */
    body: jsonb('body').$type<Record<string, unknown>>().notNull(),
    /** Minor units of the order's currency. */
    amount: integer('amount').notNull(),
    state: text('state').$type<RefundRequestState>().notNull(),
    employeeId: text('employee_id').notNull(),
    createTime: instant('create_time').notNull(),
    deciderId: text('decider_id'),
    decideTime: instant('decide_time'),
    reason: text('reason').notNull().default(''),
  },
  (table) => [
    index('refund_requests_order').on(table.orderId, table.createTime),
    index('refund_requests_claim').on(table.claimId),
    uniqueIndex('refund_requests_one_waiting').on(table.orderId).where(sql`${table.state} = 'waiting'`),
    index('refund_requests_waiting').on(table.createTime).where(sql`${table.state} = 'waiting'`),
  ],
)

export type RefundRequestRow = typeof refundRequests.$inferSelect
