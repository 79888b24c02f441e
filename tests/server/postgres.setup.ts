import type { EventEmitter } from 'node:events'
import { chmodSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from '../../tools/built-server.ts'
import { loadEmbeddedPostgres, sharedFolder } from './embedded-postgres.ts'

const endings = ['beforeExit', 'exit']
const events: EventEmitter = process

/**
 * Vitest's global set-up: with `HANDSFREE_TEST_DATABASE=postgres` it starts a real PostgreSQL for the run, unless
 * `HANDSFREE_TEST_DATABASE_URL` names one that is there.
 */
export default async function setup(): Promise<(() => Promise<void>) | undefined> {
  if (process.env.HANDSFREE_TEST_DATABASE !== 'postgres' || process.env.HANDSFREE_TEST_DATABASE_URL)
    return undefined
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
  process.env.HANDSFREE_TEST_DATABASE_URL = `postgresql://handsfree:handsfree@127.0.0.1:${port}/postgres`
  return async () => {
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
