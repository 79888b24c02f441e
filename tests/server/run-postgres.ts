import type { EventEmitter } from 'node:events'
import { chmodSync, rmSync, statfsSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from '../../tools/built-server.ts'
import { loadEmbeddedPostgres, sharedFolder } from './embedded-postgres.ts'

export type RunningPostgres = { url: string; stop(): Promise<void> }

const endings = ['beforeExit', 'exit']
const events: EventEmitter = process

/** Nothing that a test writes outlives its machine: PostgreSQL need not wait for the disk. */
const hasty = ['fsync', 'full_page_writes', 'synchronous_commit'].flatMap((name) => ['-c', `${name}=off`])

const memory = '/dev/shm'
const memoryNeeded = 8 * 1_024 ** 3

/** A folder in memory, if there is enough. Every test file copies a database, which would wait for the disk. */
function memoryFolder(): string | undefined {
  try {
    const { bavail, bsize } = statfsSync(memory)
    return bavail * bsize > memoryNeeded ? memory : undefined
  } catch {
    return undefined
  }
}

/** Starts a real PostgreSQL with data of its own, which `stop` deletes. It waits for the disk where speed is measured. */
export async function runPostgres({ isDurable = true } = {}): Promise<RunningPostgres> {
  const folder = sharedFolder('handsfree-postgres-')
  const data = sharedFolder('handsfree-postgres-data-', isDurable ? undefined : memoryFolder())
  // The server runs as another user when we are root, and must reach its data.
  for (const one of [folder, data]) chmodSync(one, 0o711)
  const known = new Set(endings.flatMap((event) => events.listeners(event)))
  const EmbeddedPostgres = await loadEmbeddedPostgres(folder)
  // The package ends a process that is done with code 0, also one that failed. We stop its server ourselves.
  for (const event of endings) {
    for (const listener of events.listeners(event)) {
      if (!known.has(listener)) process.removeListener(event, listener as () => void)
    }
  }
  const port = await freePort()
  const log: string[] = []
  const server = new EmbeddedPostgres({
    databaseDir: join(data, 'data'),
    port,
    user: 'handsfree',
    password: 'handsfree',
    persistent: false,
    ...(isDurable ? {} : { initdbFlags: ['--no-sync'], postgresFlags: hasty }),
    // PostgreSQL does not run as root.
    createPostgresUser: process.getuid?.() === 0,
    onLog: (line) => log.push(line),
    onError: (line) => log.push(String(line)),
  })
  const removeFolders = () => {
    for (const one of [folder, data]) rmSync(one, { recursive: true, force: true })
  }
  try {
    await server.initialise()
    await server.start()
  } catch (error) {
    removeFolders()
    throw new Error(`PostgreSQL did not start: ${String(error)}\n${log.join('\n')}`)
  }
  return {
    url: `postgresql://handsfree:handsfree@127.0.0.1:${port}/postgres`,
    async stop() {
      await server.stop()
      removeFolders()
    },
  }
}
