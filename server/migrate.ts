/** Migrates PostgreSQL (`DATABASE_DIRECT_URL`, else `DATABASE_URL`): `node server/dist/migrate.js`. */
import { existsSync } from 'node:fs'
import pc from 'picocolors'
import { migrateDatabase } from './runtime/db/database.ts'
import { readSettings } from './runtime/settings/settings.ts'
import { StartError } from './runtime/start-error.ts'

/** Milliseconds to wait for the database to start, for example in `compose.yaml`. */
const startupTimeoutMs = 30_000

try {
  if (existsSync('.env')) process.loadEnvFile('.env')
  // Validates all settings, so that a wrong one fails the migration instead of every start of a server.
  const settings = readSettings(process.env)
  if (!settings.databaseUrl) {
    throw new StartError(
      'DATABASE_URL is not set. Set it to migrate PostgreSQL; the server migrates the built-in PGlite at startup.',
    )
  }
  const count = await migrateDatabase(settings, { startupTimeoutMs })
  process.stdout.write(`${count === 0 ? 'The database is up to date.' : `Migrations run: ${count}.`}\n`)
} catch (error) {
  if (!(error instanceof StartError)) throw error
  process.stderr.write(`${pc.red(error.message)}\n`)
  process.exitCode = 1
}
