import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { PGlite } from '@electric-sql/pglite'
import { drizzle } from 'drizzle-orm/pglite'
import { migrate } from 'drizzle-orm/pglite/migrator'

const migrationsFolder = fileURLToPath(new URL('../../server/migrations', import.meta.url))

/** Writes an empty PGlite database with our tables to a file. PGlite takes four seconds to make one, one to read one. */
export async function writeTemplate(file: string): Promise<void> {
  const client = await PGlite.create()
  await migrate(drizzle(client), { migrationsFolder })
  const dump = await client.dumpDataDir('none')
  await client.close()
  writeFileSync(file, Buffer.from(await dump.arrayBuffer()))
}
