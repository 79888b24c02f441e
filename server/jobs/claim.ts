import { and, asc, getTableName, lte, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Database } from '../db/database.ts'
import { prepared } from '../db/prepared.ts'

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
  /** Which of them, where not all, and the name of these: the statement is built once for each. */
  only?: { name: string; where: SQL }
}

type Claim = (db: Database, values: { now: string; until: string }) => Promise<unknown[]>

/** Looked for by every instance each second: built once, as a database parses it once. */
const claims = new Map<string, Claim>()

function claimOf<Table extends PgTable>({ table, id, due, only }: Due<Table>): Claim {
  const name = ['claim', getTableName(table), only?.name].filter(Boolean).join(' ')
  const known = claims.get(name)
  if (known) return known
  const dueTime = table[due] as AnyPgColumn
  const time = (key: string) => sql`${sql.placeholder(key)}::timestamptz`
  const made: Claim = prepared(name, (db, called) => {
    const next = db
      .select(id)
      .from(table as PgTable)
      .where(and(lte(dueTime, time('now')), only?.where))
      .orderBy(asc(dueTime))
      .limit(batch)
      .for('update', { skipLocked: true })
    return db
      .update(table as PgTable)
      .set({ [due]: time('until') })
      .where(sql`(${sql.join(Object.values(id), sql`, `)}) in ${next}`)
      .returning()
      .prepare(called)
  })
  claims.set(name, made)
  return made
}

/**
 * Claims rows that are due, the longest due first, in one statement: several instances at once get different ones. A row
 * whose server dies before it moves on is due again two minutes later. Returns the claimed rows.
 */
export async function claimDue<Table extends PgTable>(
  db: Database,
  now: Date,
  due: Due<Table>,
): Promise<Table['$inferSelect'][]> {
  const until = new Date(now.getTime() + leaseMs)
  const rows = await claimOf(due)(db, { now: now.toISOString(), until: until.toISOString() })
  return rows as Table['$inferSelect'][]
}
