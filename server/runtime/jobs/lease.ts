import { and, asc, lte, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Database } from '../db/database.ts'

/** Lease in ms. Longer than a batch in which every request times out. */
const leaseMs = 120_000

const batchSize = 20

type DueTable<Table extends PgTable> = {
  table: Table
  id: Record<string, AnyPgColumn>
  /** Property of the due time column; null rows aren't due. */
  due: keyof Table['$inferInsert'] & keyof Table & string
  where?: SQL
}

/**
 * Leases due rows, longest overdue first, in one statement; concurrent instances get different rows. If the server
 * dies, they're due again after two minutes.
 */
export async function leaseDue<Table extends PgTable>(
  db: Database,
  now: Date,
  { table, id, due, where }: DueTable<Table>,
): Promise<Table['$inferSelect'][]> {
  const dueTime = table[due] as AnyPgColumn
  const dueRows = db
    .select(id)
    .from(table as PgTable)
    .where(and(lte(dueTime, now), where))
    .orderBy(asc(dueTime))
    .limit(batchSize)
    .for('update', { skipLocked: true })
  return db
    .update(table as PgTable)
    .set({ [due]: new Date(now.getTime() + leaseMs) })
    .where(sql`(${sql.join(Object.values(id), sql`, `)}) in ${dueRows}`)
    .returning() as Promise<Table['$inferSelect'][]>
}
