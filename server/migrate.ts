/** Migrates PostgreSQL (`DATABASE_DIRECT_URL`, else `DATABASE_URL`): `node server/dist/migrate.js`. */
import { existsSync } from 'node:fs'
import pc from 'picocolors'
import { checkStage } from './flows/check-stage.ts'
import { systemNow } from './runtime/clock.ts'
import { migrateDatabase, openDatabase } from './runtime/db/database.ts'
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
  if (!settings.demo) {
    // Otherwise every start of a server fails.
    const { db, close } = await openDatabase(settings)
    await checkStage(db, { settings, now: systemNow }).finally(close)
  }
  process.stdout.write(`${count === 0 ? 'The database is up to date.' : `Migrations run: ${count}.`}\n`)
} catch (error) {
  if (!(error instanceof StartError)) throw error
  process.stderr.write(`${pc.red(error.message)}\n`)
  process.exitCode = 1
}
