import { getTableColumns, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable, PgUpdateSetSource } from 'drizzle-orm/pg-core'
import type { Transaction } from '../runtime/db/database.ts'

/** Rows per statement: PostgreSQL allows 65,535 parameters. */
const batchSize = 1_000

/** Never updated. */
const immutableColumns = ['create_time']
/** Keep their first value until the row reopens. */
const closingTimeColumns = ['closed_time', 'disable_time']

const newValue = ({ name }: PgColumn): SQL => sql.raw(`excluded."${name}"`)

/**
 * Upserts all columns that the first row has. Creation times never change; closing times only change when a row opens
 * or closes.
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
    ([field, column]) => field in first && !key.includes(column) && !immutableColumns.includes(column.name),
  )
  const set: Record<string, SQL> = Object.fromEntries(
    columns.map(([field, column]) => [
      field,
      closingTimeColumns.includes(column.name)
        ? sql`case when ${newValue(column)} is null then null else coalesce(${column}, ${newValue(column)}) end`
        : newValue(column),
    ]),
  )
  for (let start = 0; start < rows.length; start += batchSize) {
    await tx
      .insert(table)
      .values(rows.slice(start, start + batchSize))
      .onConflictDoUpdate({ target: key, set: set as PgUpdateSetSource<Table> })
  }
}
