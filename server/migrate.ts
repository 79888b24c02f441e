/** Migrates the PostgreSQL of `DATABASE_URL`, or of `DATABASE_DIRECT_URL`: `node server/dist/migrate.js`. */
import { existsSync } from 'node:fs'
import pc from 'picocolors'
import { migrateDatabase } from './runtime/db/database.ts'
import { readSettings } from './runtime/settings/settings.ts'
import { StartError } from './runtime/start-error.ts'

/** Milliseconds that a database may take to start, as beside this command in `compose.yaml`. */
const startsWithinMs = 30_000

try {
  if (existsSync('.env')) process.loadEnvFile('.env')
  // The servers that start next would refuse a wrong setting, each time that they are restarted.
  const settings = readSettings(process.env)
  if (!settings.databaseUrl) {
    throw new StartError('DATABASE_URL is not set: the built-in PGlite is migrated as the server starts.')
  }
  const count = await migrateDatabase(settings, { startsWithinMs })
  process.stdout.write(`${count === 0 ? 'The database is current.' : `Migrations run: ${count}.`}\n`)
} catch (error) {
  if (!(error instanceof StartError)) throw error
  process.stderr.write(`${pc.red(error.message)}\n`)
  process.exitCode = 1
}
