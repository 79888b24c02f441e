import type { TestProject } from 'vitest/node'
import { seedDemoWorld } from '../../server/flows/seed-demo.ts'
import { migrateDatabase, openDatabase } from '../../server/runtime/db/database.ts'
import { systemRandom } from '../../server/runtime/random.ts'
import { createDatabase } from './postgres-database.ts'
import { runPostgres } from './run-postgres.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** URL of a PostgreSQL server on which tests create their databases. */
    postgresUrl?: string
    /** Name of its database with our tables and the demo world, to be copied. */
    postgresTemplate?: string
  }
}

/**
 * Vitest's global setup: starts a real PostgreSQL for the run, unless `HANDSFREE_TEST_DATABASE_URL` names one.
 * Creates the database that every test file starts with.
 */
export default async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const given = process.env.HANDSFREE_TEST_DATABASE_URL
  const { url, stop } = given ? { url: given, stop: undefined } : await runPostgres({ isDurable: false })
  const databaseUrl = await createDatabase(url)
  try {
    await migrateDatabase({ databaseUrl })
    const { db, close } = await openDatabase({ databaseUrl, dataFolder: '' })
    await seedDemoWorld(db, systemRandom)
    await close()
  } catch (error) {
    await stop?.()
    throw error
  }
  project.provide('postgresUrl', url)
  project.provide('postgresTemplate', new URL(databaseUrl).pathname.slice(1))
  return stop
}
