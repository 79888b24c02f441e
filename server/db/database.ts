import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { drizzle as drizzlePostgres } from 'drizzle-orm/node-postgres'
import { migrate as migratePostgres } from 'drizzle-orm/node-postgres/migrator'
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core'
import { drizzle as drizzlePglite } from 'drizzle-orm/pglite'
import { migrate as migratePglite } from 'drizzle-orm/pglite/migrator'
import pg from 'pg'
import { packageFolder } from '../package-folder.ts'
import type { Settings } from '../settings.ts'
import { StartError } from '../start-error.ts'
import { lockFolder } from './folder-lock.ts'

/** Reads and writes tables on either engine. A `Transaction` is one too. */
export type Database = PgDatabase<PgQueryResultHKT>

/** An open transaction. With PGlite a query outside of it waits for its end: pass it on, never use `db` inside. */
export type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0]

export type OpenDatabase = { db: Database; close(): Promise<void> }

/** Any number that no other program uses as an advisory lock in our database. */
const migrationLock = 4_736_219

const migrationsFolder = join(packageFolder(), 'migrations')

async function openPostgres(url: string): Promise<OpenDatabase> {
  const pool = new pg.Pool({ connectionString: url, max: 10, connectionTimeoutMillis: 10_000 })
  pool.on('error', () => {})
  // The pool listens to idle clients only: a connection that ends between two queries of a transaction would end the
  // process.
  pool.on('connect', (client) => client.on('error', () => {}))
  const db = drizzlePostgres(pool)
  // Drizzle never gives back a client whose BEGIN fails, and a pool that loses ten of them hangs.
  db.transaction = async (work, config) => {
    const client = await pool.connect()
    try {
      return await drizzlePostgres(client).transaction(work, config)
    } finally {
      client.release()
    }
  }
  const client = await pool.connect().catch((error: unknown) => {
    const reason = error instanceof Error ? error.message : 'unknown'
    throw new StartError(`The database of DATABASE_URL cannot be opened: ${reason}`)
  })
  try {
    await client.query('select pg_advisory_lock($1)', [migrationLock])
    await migratePostgres(db, { migrationsFolder })
    await client.query('select pg_advisory_unlock($1)', [migrationLock])
  } finally {
    client.release()
  }
  return { db, close: () => pool.end() }
}

/**
 * PGlite in a folder, or in memory when the folder is null, which is locked for this process. `template` is a dump of
 * PGlite to begin with.
 */
export async function openPglite(folder: string | null, template?: Blob): Promise<OpenDatabase> {
  if (folder) mkdirSync(folder, { recursive: true })
  const unlock = folder ? lockFolder(folder) : () => {}
  try {
    const client = await PGlite.create({
      ...(folder ? { dataDir: folder } : {}),
      ...(template ? { loadDataDir: template } : {}),
    })
    const db = drizzlePglite(client)
    await migratePglite(db, { migrationsFolder })
    return {
      db,
      async close() {
        await client.close()
        unlock()
      },
    }
  } catch (error) {
    unlock()
    throw error
  }
}

/**
 * Opens PostgreSQL when `databaseUrl` is set, else PGlite in `<data>/db`, and migrates it. Throws `FolderInUseError`
 * when another process holds the folder.
 */
export const openDatabase = (
  settings: Pick<Settings, 'databaseUrl' | 'dataFolder'>,
): Promise<OpenDatabase> =>
  settings.databaseUrl ? openPostgres(settings.databaseUrl) : openPglite(join(settings.dataFolder, 'db'))
