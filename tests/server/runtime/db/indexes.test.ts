import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { useServer } from '../../use-server.ts'

const server = useServer()

/** Tables of a fixed, small size: the company's places and people. */
const small = ['employees', 'insurance_plans', 'qr_codes', 'service_areas', 'sites']

/** Foreign keys without an index over all rows that begins with their column: their tables are read whole. */
const unindexed = sql`
  select c.conrelid::regclass::text as "table", a.attname as "column"
  from pg_constraint c
  join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
  where c.contype = 'f' and not exists (
    select from pg_index i
    where i.indrelid = c.conrelid and i.indkey[0] = c.conkey[1] and i.indpred is null
  )
  order by 1, 2`

test('finds the rows that refer to another row by an index', async () => {
  const result = await server.services.db.execute(unindexed)
  const { rows } = result as { rows: { table: string; column: string }[] }
  expect(rows.filter(({ table }) => !small.includes(table))).toEqual([])
})
