/**
 * `npm run bench -- scale`: creating orders beside the bare transaction, on a PostgreSQL that it starts. The result goes
 * to docs/figures.md.
 */
import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { testDatabases } from '../../server/test-databases.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))
execFileSync(process.execPath, [`${root}node_modules/typescript/bin/tsc`, '-b', 'core'], {
  cwd: root,
  stdio: 'inherit',
})
// They run on the build's own modules.
const { runPostgres } = await import('../../server/run-postgres.ts')
const { startServer } = await import('../../server/harness.ts')
const { measureCreating } = await import('./creating.ts')

const postgres = await runPostgres()
testDatabases.postgresUrl = postgres.url
const server = await startServer({}, { listens: true })
try {
  const { statements, creating } = await measureCreating(server)
  console.log(`${statements} statements`)
  console.table(creating)
} finally {
  await server.close()
  await postgres.stop()
}
