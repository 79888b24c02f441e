import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test as base, expect } from './own-address.ts'
import { freePort, OwnProcess } from './own-process.ts'

/** A demo server without the autopilot: nothing moves but what a test moves. */
export async function ownServer(settings: Record<string, string> = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'handsfree-live-'))
  const baseUrl = `http://localhost:${await freePort()}`
  const process = new OwnProcess(`${baseUrl}/health`, ['server/dist/main.js'], {
    PORT: new URL(baseUrl).port,
    HANDSFREE_DATA: join(folder, 'data'),
    HANDSFREE_AUTOPILOT: 'off',
    TRUSTED_PROXY: 'loopback',
    ...settings,
  })
  await process.start()
  const end = async () => {
    await process.kill()
    rmSync(folder, { recursive: true, force: true })
  }
  return { baseUrl, process, end }
}

/** Playwright's `test` with such a server for its worker. */
export const test = base.extend<{ baseURL: string }, { own: Awaited<ReturnType<typeof ownServer>> }>({
  own: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from the pattern
    async ({}, use) => {
      const own = await ownServer()
      await use(own)
      await own.end()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: ({ own }, use) => use(own.baseUrl),
})

export { expect }
