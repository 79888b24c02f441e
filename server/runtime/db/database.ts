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

/** When it can't write, PGlite rejects with a bare errno instead of an `Error`. */
const openingError = (error: unknown, folder: string | null): unknown => {
  if (error instanceof Error || typeof error !== 'object' || error === null || !('errno' in error))
    return error
  const why = error.errno === diskFull ? 'the disk is full' : `file system error ${error.errno}`
  return new StartError(`Cannot open the database in ${folder}: ${why}.`)
}

/**
 * Opens PGlite in a folder (locked for this process), or in memory if `folder` is null. `template` is a PGlite dump
 * to start from.
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
 * Opens and migrates PostgreSQL if `databaseUrl` is set, else PGlite in `<data>/db`. Throws `FolderInUseError` if
 * another process holds the folder.
 */
export const openDatabase = (
  settings: DatabaseSettings & Pick<Settings, 'dataFolder'>,
): Promise<OpenDatabase> => {
  const options = postgresOptions(settings)
  return options ? openPostgres(options, migrationsFolder) : openPglite(join(settings.dataFolder, 'db'))
}

/** Runs pending PostgreSQL migrations. Returns their number. PGlite migrates when it opens. */
export async function migrateDatabase(
  settings: DatabaseSettings,
  waiting: { startupTimeoutMs?: number } = {},
): Promise<number> {
  const options = postgresOptions(settings)
  return options ? migrate({ ...options, migrates: true }, migrationsFolder, waiting) : 0
}
