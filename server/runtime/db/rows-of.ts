import { type GetColumnData, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'

type Columns = Record<string, PgColumn>
type Row<Fields extends Columns> = { [Name in keyof Fields]: GetColumnData<Fields[Name], 'query'> }

/**
 * Related rows as one column of another query, so that both are one statement. `from` says where they come from, with its
 * `from` and `where`; a part of a join needs its columns only. Each value is decoded as its column would be.
 */
export function rowsOf<Fields extends Columns>(fields: Fields, from: SQL, orderBy?: SQL): SQL<Row<Fields>[]> {
  const columns = Object.entries(fields)
  const list = sql.join(
    columns.map(([, column]) => sql`${column}`),
    sql`, `,
  )
  const rows = sql`(select json_agg(json_build_array(${list})${orderBy && sql` order by ${orderBy}`}) ${from})`
  // Drizzle drops the table's name from columns of the outer query's own text, never from text within it.
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
