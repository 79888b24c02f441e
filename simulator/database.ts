import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { drizzle } from 'drizzle-orm/pglite'
import { openPglite } from '../server/runtime/db/database.ts'
import type { Database } from '../server/runtime/db/types.ts'
import { packageFolder } from '../server/runtime/package-folder.ts'
import { openOnPostgres } from './postgres.ts'
import { createPreparedClient } from './prepared-client.ts'
import { seedWorld } from './seed-world.ts'
import { findEmptyTables, type OpenStore, type Store, withGate } from './store.ts'

/** Database dump without rows, cached per state of the migrations, because creating it takes seconds. */
async function createTemplate(): Promise<string> {
  const folder = join(packageFolder(), 'migrations')
  const hash = createHash('sha256').update(process.version)
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()
  for (const name of names)
    if (name.endsWith('.sql')) hash.update(name).update(readFileSync(join(folder, name)))
  const file = join(tmpdir(), `handsfree-simulate-${hash.digest('hex').slice(0, 16)}.tar`)
  if (existsSync(file)) return file
  const { db, close } = await openPglite(null)
  const dump = await (db as unknown as { $client: PGlite }).$client.dumpDataDir('none')
  await close()
  // Written to a temporary file first, because other processes may read the dump.
  writeFileSync(`${file}.${process.pid}`, Buffer.from(await dump.arrayBuffer()))
  renameSync(`${file}.${process.pid}`, file)
  return file
}

async function openInMemory(): Promise<OpenStore> {
  // Not a blob of the file, which becomes unreadable when another process replaces the file.
  const pglite = await PGlite.create({ loadDataDir: new Blob([readFileSync(await createTemplate())]) })
  // Plans must not depend on how often a statement ran, so that worlds are reproducible anywhere.
  await pglite.exec('set plan_cache_mode = force_generic_plan; set synchronous_commit = off')
  const client = createPreparedClient(pglite)
  const db = drizzle(client as unknown as PGlite) as unknown as Database
  await seedWorld(db)
  const unseededTables = await findEmptyTables(client)
  return {
    connect: (gate) => drizzle(withGate(client, gate) as unknown as PGlite) as unknown as Database,
    truth: db,
    query: async <Row>(text: string, values: unknown[] = []) => (await client.query<Row>(text, values)).rows,
    empty: () => client.exec(`truncate ${unseededTables.join(', ')} restart identity`),
    close: () => pglite.close(),
  }
}

let openedStore: Promise<OpenStore> | null = null

/** The process's database, emptied before each world. In memory, or a PostgreSQL by URL. */
export async function openStore(postgresUrl: string | null): Promise<Store> {
  openedStore ??= postgresUrl === null ? openInMemory() : openOnPostgres(postgresUrl)
  const store = await openedStore
  await store.empty()
  return store
}

export async function closeStore(): Promise<void> {
  await (await openedStore)?.close()
  openedStore = null
}
