import type { EventEmitter } from 'node:events'
import { chmodSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { freePort } from '../../tools/built-server.ts'
import { loadEmbeddedPostgres, sharedFolder } from './embedded-postgres.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** A PostgreSQL server, where every test makes databases of its own. */
    postgresUrl?: string
  }
}

const endings = ['beforeExit', 'exit']
const events: EventEmitter = process

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
  const folder = sharedFolder('handsfree-postgres-')
  // The server runs as another user when we are root, and must reach its data.
  chmodSync(folder, 0o711)
  const known = new Set(endings.flatMap((event) => events.listeners(event)))
  const EmbeddedPostgres = await loadEmbeddedPostgres(folder)
  // The package ends a process that is done with code 0, also one whose tests failed. We stop its server ourselves.
  for (const event of endings) {
    for (const listener of events.listeners(event)) {
      if (!known.has(listener)) process.removeListener(event, listener as () => void)
    }
  }
  const port = await freePort()
  const log: string[] = []
  const server = new EmbeddedPostgres({
    databaseDir: join(folder, 'data'),
    port,
    user: 'handsfree',
    password: 'handsfree',
    persistent: false,
    // PostgreSQL does not run as root.
    createPostgresUser: process.getuid?.() === 0,
    onLog: (line) => log.push(line),
    onError: (line) => log.push(String(line)),
  })
  try {
    await server.initialise()
    await server.start()
  } catch (error) {
    throw new Error(`PostgreSQL did not start: ${String(error)}\n${log.join('\n')}`)
  }
  project.provide('postgresUrl', `postgresql://handsfree:handsfree@127.0.0.1:${port}/postgres`)
  return async () => {
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
