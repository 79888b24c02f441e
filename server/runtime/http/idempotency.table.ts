import { index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { instant } from '../db/columns.ts'

/** Stored answers, kept for 72 h. Written in the call's own transaction. */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    /** Keys are unique per caller. */
    caller: text('caller').notNull(),
    key: text('key').notNull(),
    /** SHA-256 of path, parameters and body as sent. */
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
