import { index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { instant } from '../db/columns.ts'

/** Requests that instances have taken from shared limits. Keys are a limit's name and a keyed hash. */
export const requestCounts = pgTable(
  'request_counts',
  {
    key: text('key').primaryKey(),
    count: integer('count').notNull(),
    endTime: instant('end_time').notNull(),
  },
  (table) => [index('request_counts_end').on(table.endTime)],
)
