import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { fileIdOf } from '../../../server/domain/files/file-url.ts'
import { sweep } from '../../../server/flows/sweep.ts'
import { makeSampleData } from '../samples.ts'
import { newPhoto } from '../trip.ts'
import { useServer } from '../use-server.ts'

const server = useServer()
const day = 86_400_000

const pictureColumns = sql`select table_name as table, column_name as column from information_schema.columns
  where table_schema = 'public' and column_name in ('photos', 'images', 'exception_photos') and table_name not in ('sites', 'prepared_orders')`

type Row = { source: string; text: string }
const execute = (query: ReturnType<typeof sql>) => server.services.db.execute(query)
const rowsOf = async <Found>(query: ReturnType<typeof sql>) =>
  ((await execute(query)) as unknown as { rows: Found[] }).rows

/** Every row of every table, as text. */
async function allRows(): Promise<Row[]> {
  const tables = await rowsOf<{ name: string }>(
    sql`select tablename as name from pg_tables where schemaname = 'public' order by tablename`,
  )
  const parts = tables.map(
    ({ name }) => sql`select ${name}::text as source, t::text as text from ${sql.identifier(name)} t`,
  )
  return rowsOf<Row>(sql.join(parts, sql` union all `))
}

const start = new Date('2026-11-21T02:00:00.000Z')
const sweepAfter = async (days: number) => {
  server.clock.set(new Date(start.getTime() + days * day))
  await sweep(server.services)
}

/** Days of each kind, by `docs/settings.md`, and columns with the times of rows. */
const keptDays: [days: number, table: string, time: string][] = [
  [730, 'order_trace', 'time'],
  [365, 'notifications', 'create_time'],
  [365, 'employee_notifications', 'create_time'],
  [365, 'sms_notices', 'create_time'],
  [365, 'receipt_mails', 'create_time'],
  [365, 'site_sign_ins', 'create_time'],
  [730, 'order_operations', 'time'],
  [730, 'person_operations', 'time'],
  [730, 'catalogue_operations', 'time'],
]

test('deletes each kind of row after its days, never earlier, and pictures with what shows them', async () => {
  const { traveller } = await makeSampleData(server)
  // No job moves orders here, and every row is older than this.
  await execute(sql`update orders set closing = 'closed', payment = 'paid'`)
  await execute(sql`update claims set stage = 'closed', complaint = 'none'`)
  const pictures: { id: string; name: string }[] = []
  for (const { table, column } of await rowsOf<{ table: string; column: string }>(pictureColumns)) {
    const fileId = fileIdOf(await newPhoto(server, traveller.uin)) ?? ''
    const photos = JSON.stringify([fileId])
    await execute(
      sql`update ${sql.identifier(table)} set ${sql.identifier(column)} = ${sql.identifier(column)} || ${photos}::jsonb`,
    )
    const [used] = await rowsOf(sql`select 1 from ${sql.identifier(table)} limit 1`)
    if (used) pictures.push({ id: fileId, name: `${table}.${column}` })
  }
  await execute(sql`update files set kept_time = create_time`)
  const counts = async () =>
    Object.fromEntries(
      await Promise.all(
        keptDays.map(async ([, table, time]) => {
          const column = sql.identifier(time)
          const [found] = await rowsOf<{ rows: number }>(
            sql`select count(*)::int as rows from ${sql.identifier(table)}
              where abs(extract(epoch from ${column}) - ${start.getTime() / 1000}) < 3600`,
          )
          return [table, found?.rows ?? 0] as const
        }),
      ),
    )
  const first = await counts()
  for (const days of [1, 30, 179.9, 180.1, 364.9, 365.1, 729.9, 730.1]) {
    await sweepAfter(days)
    const left = await counts()
    for (const [kept, table] of keptDays)
      expect(left[table], `${table} after ${days} days`).toBe(days > kept ? 0 : first[table])
    const rows = await allRows()
    const isStored = (id: string) => rows.some(({ source, text }) => source === 'files' && text.includes(id))
    const isShown = (id: string) =>
      rows.some(({ source, text }) => !(source in { files: 1, removed_files: 1 }) && text.includes(id))
    for (const { id, name } of pictures)
      expect([isStored(id), isShown(id)], `${name} after ${days} days`).toEqual([days <= 180, days <= 180])
  }
}, 120_000)
