import { index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { instant } from '../db/columns.ts'

/** Calls that failed or were refused. No ids of accounts, and nothing that the caller sent. */
export const failedCalls = pgTable(
  'failed_calls',
  {
    requestId: text('request_id').primaryKey(),
    /** Shown to the caller. */
    reference: text('reference').notNull(),
    method: text('method').notNull(),
    route: text('route').notNull(),
    status: integer('status').notNull(),
    code: integer('code'),
    orderId: text('order_id'),
    account: text('account'),
    error: jsonb('error').$type<Record<string, unknown>>(),
    createTime: instant('create_time').notNull(),
  },
  (table) => [
    index('failed_calls_reference').on(table.reference, table.createTime),
    index('failed_calls_time').on(table.createTime),
  ],
)
