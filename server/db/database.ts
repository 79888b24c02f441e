import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { drizzle as drizzlePglite } from 'drizzle-orm/pglite'
import { migrate as migratePglite } from 'drizzle-orm/pglite/migrator'
import { packageFolder } from '../package-folder.ts'
import type { Settings } from '../settings.ts'
import { lockFolder } from './folder-lock.ts'
import { openPostgres } from './postgres.ts'
import type { OpenDatabase } from './types.ts'

export type { Database, OpenDatabase, Transaction } from './types.ts'

const migrationsFolder = join(packageFolder(), 'migrations')

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
  settings.databaseUrl
    ? openPostgres(settings.databaseUrl, migrationsFolder)
    : openPglite(join(settings.dataFolder, 'db'))
