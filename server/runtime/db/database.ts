import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { drizzle as drizzlePglite } from 'drizzle-orm/pglite'
import { migrate as migratePglite } from 'drizzle-orm/pglite/migrator'
import { packageFolder } from '../package-folder.ts'
import type { Settings } from '../settings/settings.ts'
import { StartError } from '../start-error.ts'
import { lockFolder } from './folder-lock.ts'
import { migrate, openPostgres, type PostgresOptions, postgresDefaults } from './postgres.ts'
import type { OpenDatabase } from './types.ts'

export type { Database, OpenDatabase, Transaction } from './types.ts'

const migrationsFolder = join(packageFolder(), 'migrations')

export type DatabaseSettings = Pick<Settings, 'databaseUrl'> & Partial<Pick<Settings, 'postgres'>>

const postgresOptions = ({ databaseUrl, postgres }: DatabaseSettings): PostgresOptions | null =>
  databaseUrl ? { ...postgresDefaults, ...postgres, url: databaseUrl } : null

/** ENOSPC of WASI. */
const diskFull = 51

/** PGlite rejects with a bare number of its file system where it cannot write. */
const openingError = (error: unknown, folder: string | null): unknown => {
  if (error instanceof Error || typeof error !== 'object' || error === null || !('errno' in error))
    return error
  const why = error.errno === diskFull ? 'the disk is full' : `its file system says ${error.errno}`
  return new StartError(`The database in ${folder} cannot be opened: ${why}.`)
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
    throw openingError(error, folder)
  }
}

/**
 * Opens PostgreSQL when `databaseUrl` is set, else PGlite in `<data>/db`, and migrates it. Throws `FolderInUseError`
 * when another process holds the folder.
 */
export const openDatabase = (
  settings: DatabaseSettings & Pick<Settings, 'dataFolder'>,
): Promise<OpenDatabase> => {
  const options = postgresOptions(settings)
  return options ? openPostgres(options, migrationsFolder) : openPglite(join(settings.dataFolder, 'db'))
}

/** Runs the migrations that PostgreSQL lacks; returns how many. PGlite is migrated as it is opened. */
export async function migrateDatabase(
  settings: DatabaseSettings,
  waiting: { startsWithinMs?: number } = {},
): Promise<number> {
  const options = postgresOptions(settings)
  return options ? migrate({ ...options, migrates: true }, migrationsFolder, waiting) : 0
}
