import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { PGlite } from '@electric-sql/pglite'
import { drizzle } from 'drizzle-orm/pglite'
import { migrate } from 'drizzle-orm/pglite/migrator'
import { seedDemoWorld } from '../../server/flows/seed-demo.ts'
import type { Database } from '../../server/runtime/db/types.ts'
import { systemRandom } from '../../server/runtime/random.ts'

const migrationsFolder = fileURLToPath(new URL('../../server/migrations', import.meta.url))

/** Writes a PGlite database with our tables and the demo world to a file. Creating one takes 4 s, reading it 1 s. */
export async function writeTemplate(file: string): Promise<void> {
  const client = await PGlite.create()
  const db = drizzle(client)
  await migrate(db, { migrationsFolder })
  await seedDemoWorld(db as unknown as Database, systemRandom)
  const dump = await client.dumpDataDir('none')
  await client.close()
  writeFileSync(file, Buffer.from(await dump.arrayBuffer()))
}
