import { and, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Database } from './database.ts'

const batchSize = 5_000

/**
 * Deletes old rows in batches, each in its own short transaction. `time` needs a B-tree index: reused pages contain
 * rows of all ages.
 */
export async function deleteBefore(
  db: Database,
  table: PgTable,
  time: PgColumn,
  before: Date,
  where?: SQL,
): Promise<void> {
  const isOld = and(sql`${time} < ${before.toISOString()}`, where)
  // Without an order, the planner scans the whole table for the last batch of a large deletion.
  const old = sql`select ctid from ${table} where ${isOld} order by ${time} limit ${batchSize}`
  for (let deleted = batchSize; deleted === batchSize; ) {
    const rows = await db.delete(table).where(sql`ctid = any(array(${old}))`).returning({ time })
    deleted = rows.length
  }
}
