import type { EventEmitter } from 'node:events'
import { chmodSync, rmSync, statfsSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from '../../tools/built-server.ts'
import { loadEmbeddedPostgres, sharedFolder } from './embedded-postgres.ts'

export type RunningPostgres = { url: string; stop(): Promise<void> }

const endings = ['beforeExit', 'exit']
const events: EventEmitter = process

/** Test data needn't survive a crash, so PostgreSQL doesn't sync to disk. */
const hasty = ['fsync', 'full_page_writes', 'synchronous_commit'].flatMap((name) => ['-c', `${name}=off`])

const memory = '/dev/shm'
const memoryNeeded = 8 * 1_024 ** 3

/**
 * A folder in memory, if at least 8 GiB are free. Every test file copies a database, which is slow on disk.
 */
function memoryFolder(): string | undefined {
  try {
    const { bavail, bsize } = statfsSync(memory)
    return bavail * bsize > memoryNeeded ? memory : undefined
  } catch {
    return undefined
  }
}

/**
 * Starts a real PostgreSQL with its own data, which `stop` deletes. Benchmarks use `isDurable` to include disk syncs.
 */
export async function runPostgres({ isDurable = true } = {}): Promise<RunningPostgres> {
  const folder = sharedFolder('handsfree-postgres-')
  const data = sharedFolder('handsfree-postgres-data-', isDurable ? undefined : memoryFolder())
  // As root, the server runs as another user, who must reach its data.
  for (const one of [folder, data]) chmodSync(one, 0o711)
  const known = new Set(endings.flatMap((event) => events.listeners(event)))
  const EmbeddedPostgres = await loadEmbeddedPostgres(folder)
  // The package's exit hook ends failed processes with code 0, too. Remove it and stop the server ourselves.
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
    // PostgreSQL refuses to run as root.
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
