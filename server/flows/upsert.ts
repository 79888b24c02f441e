import { getTableColumns, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable, PgUpdateSetSource } from 'drizzle-orm/pg-core'
import type { Transaction } from '../runtime/db/database.ts'

/** Rows of one statement: PostgreSQL takes 65,535 parameters. */
const most = 1_000

/** Set when a row is made. */
const lasting = ['create_time']
/** What is closed stays closed since the first time. */
const since = ['closed_time', 'disable_time']

const newValue = ({ name }: PgColumn): SQL => sql.raw(`excluded."${name}"`)

/**
 * Inserts rows, or updates those whose key exists: every column that the first row names, but not the time of its
 * making, and the time of its closing only when it opens or closes.
 */
export async function upsert<Table extends PgTable>(
  tx: Transaction,
  table: Table,
  key: PgColumn[],
  rows: Table['$inferInsert'][],
): Promise<void> {
  const [first] = rows
  if (!first) return
  const columns = Object.entries(getTableColumns(table)).filter(
    ([field, column]) => field in first && !key.includes(column) && !lasting.includes(column.name),
  )
  const set: Record<string, SQL> = Object.fromEntries(
    columns.map(([field, column]) => [
      field,
      since.includes(column.name)
        ? sql`case when ${newValue(column)} is null then null else coalesce(${column}, ${newValue(column)}) end`
        : newValue(column),
    ]),
  )
  for (let start = 0; start < rows.length; start += most) {
    await tx
      .insert(table)
      .values(rows.slice(start, start + most))
      .onConflictDoUpdate({ target: key, set: set as PgUpdateSetSource<Table> })
  }
}
