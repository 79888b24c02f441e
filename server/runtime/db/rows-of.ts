import { type GetColumnData, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'

type Columns = Record<string, PgColumn>
type Row<Fields extends Columns> = { [Name in keyof Fields]: GetColumnData<Fields[Name], 'query'> }

/**
 * Reads related rows as one JSON column, so that one statement is enough. `from` contains the `from` and `where`
 * clauses. Values are decoded like their columns.
 */
export function rowsOf<Fields extends Columns>(fields: Fields, from: SQL, orderBy?: SQL): SQL<Row<Fields>[]> {
  const columns = Object.entries(fields)
  const list = sql.join(
    columns.map(([, column]) => sql`${column}`),
    sql`, `,
  )
  const rows = sql`(select json_agg(json_build_array(${list})${orderBy && sql` order by ${orderBy}`}) ${from})`
  // Drizzle strips table names from columns at the top level of a query, but not from nested SQL.
  return sql<Row<Fields>[]>`coalesce(${rows}, '[]'::json)`.mapWith((value: unknown) => {
    const found = (typeof value === 'string' ? JSON.parse(value) : value) as unknown[][]
    return found.map((values) =>
      Object.fromEntries(
        columns.map(([name, column], index) => [
          name,
          values[index] === null ? null : column.mapFromDriverValue(values[index]),
        ]),
      ),
    ) as Row<Fields>[]
  })
}
