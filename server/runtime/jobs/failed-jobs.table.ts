import type { DueJobKind } from '@handsfree/core/contract'
import { sql } from 'drizzle-orm'
import { index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { instant } from '../db/columns.ts'

/** Rows on which a recurring job failed, until it succeeds. A row on which it never failed is not here. */
export const failedJobs = pgTable(
  'failed_jobs',
  {
    kind: text('kind').$type<DueJobKind>().notNull(),
    /** The order's or claim's id, the number of a stored file to remove, or the name of a sweep's step. */
    subject: text('subject').notNull(),
    tries: integer('tries').notNull(),
    /** When it is tried next; null once it was given up. */
    nextTime: instant('next_time'),
    /** Null once an operator has asked for it again. */
    lastError: text('last_error'),
    /** When it failed first. */
    createTime: instant('create_time').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.kind, table.subject] }),
    index('failed_jobs_subject').on(table.subject),
    index('failed_jobs_due').on(table.kind, table.nextTime).where(sql`${table.nextTime} is not null`),
  ],
)
