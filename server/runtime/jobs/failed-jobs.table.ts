import type { DueJobKind } from '@handsfree/core/contract'
import { sql } from 'drizzle-orm'
import { index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { instant } from '../db/columns.ts'

/** Rows on which a recurring job failed. Deleted on success. */
export const failedJobs = pgTable(
  'failed_jobs',
  {
    kind: text('kind').$type<DueJobKind>().notNull(),
    /** Id of the order or claim, number of a stored file to remove, or name of a sweep step. */
    subject: text('subject').notNull(),
    tries: integer('tries').notNull(),
    /** Next try; null once given up. */
    nextTime: instant('next_time'),
    /** Null after an operator's retry. */
    lastError: text('last_error'),
    createTime: instant('create_time').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.kind, table.subject] }),
    index('failed_jobs_subject').on(table.subject),
    index('failed_jobs_due').on(table.kind, table.nextTime).where(sql`${table.nextTime} is not null`),
  ],
)
