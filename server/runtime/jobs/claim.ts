import { and, asc, lte, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Database } from '../db/database.ts'

/** Milliseconds for which claimed work is nobody else's: longer than a turn takes whose every question times out. */
const leaseMs = 120_000

/** Rows of a kind in one turn. */
const batch = 20

type Due<Table extends PgTable> = {
  table: Table
  /** Columns that are unique together. */
  id: Record<string, AnyPgColumn>
  /** The property of the column with the time at which a row is due; null in a row that is not. */
  due: keyof Table['$inferInsert'] & keyof Table & string
  /** Which of them, where not all. */
  where?: SQL
}

/**
 * Claims rows that are due, the longest due first, in one statement: several instances at once get different ones. A row
 * whose server dies before it moves on is due again two minutes later. Returns the claimed rows.
 */
export async function claimDue<Table extends PgTable>(
  db: Database,
  now: Date,
  { table, id, due, where }: Due<Table>,
): Promise<Table['$inferSelect'][]> {
  const dueTime = table[due] as AnyPgColumn
  const next = db
    .select(id)
    .from(table as PgTable)
    .where(and(lte(dueTime, now), where))
    .orderBy(asc(dueTime))
    .limit(batch)
    .for('update', { skipLocked: true })
  return db
    .update(table as PgTable)
    .set({ [due]: new Date(now.getTime() + leaseMs) })
    .where(sql`(${sql.join(Object.values(id), sql`, `)}) in ${next}`)
    .returning() as Promise<Table['$inferSelect'][]>
}
