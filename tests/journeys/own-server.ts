import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test as base } from '@playwright/test'
import { readSettings } from '../../server/settings.ts'
import { startServer } from '../../server/start.ts'

/** A demo server of the test's own, whose autopilot does a step every second. */
export async function startOwnServer(env: Record<string, string> = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'handsfree-trip-'))
  const settings = readSettings({ PORT: '0', HANDSFREE_DATA: join(folder, 'data'), ...env })
  const server = await startServer(settings, { pace: 0 })
  const stop = async () => {
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  return { url: `http://localhost:${server.port}`, stop }
}

/** A demo server of this worker alone. */
export const test = base.extend<{ baseURL: string }, { ownServer: string }>({
  ownServer: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from the pattern
    async ({}, use) => {
      const { url, stop } = await startOwnServer()
      await use(url)
      await stop()
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  baseURL: ({ ownServer }, use) => use(ownServer),
})
