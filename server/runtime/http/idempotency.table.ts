import { index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { instant } from '../db/columns.ts'

/** Answers of calls that must not work twice, stored for 72 h. Written in the work's own transaction. */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    /** Who sent the key: two callers may use the same one. */
    caller: text('caller').notNull(),
    key: text('key').notNull(),
    /** SHA-256 of call, parameters and body as they were sent. */
    requestHash: text('request_hash').notNull(),
    status: integer('status'),
    answer: jsonb('answer'),
    createTime: instant('create_time').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.caller, table.key] }),
    index('idempotency_keys_create_time').on(table.createTime),
  ],
)
