import type { TestProject } from 'vitest/node'
import { runPostgres } from './run-postgres.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** A PostgreSQL server, where every test makes databases of its own. */
    postgresUrl?: string
  }
}

/**
 * Vitest's global set-up: starts a real PostgreSQL for the run, unless `HANDSFREE_TEST_DATABASE_URL` names one that is
 * there.
 */
export default async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const { HANDSFREE_TEST_DATABASE_URL } = process.env
  if (HANDSFREE_TEST_DATABASE_URL) {
    project.provide('postgresUrl', HANDSFREE_TEST_DATABASE_URL)
    return undefined
  }
  const { url, stop } = await runPostgres()
  project.provide('postgresUrl', url)
  return stop
}
