import { test as base } from '@playwright/test'
import { BuiltServer } from '../../tools/built-server.ts'

/** A demo server per test, whose couriers and desks act every second. */
export const test = base.extend<{ baseURL: string }>({
  baseURL: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from the pattern
    async ({}, use) => {
      const server = await BuiltServer.start({ HANDSFREE_AUTOPILOT: 'fast' })
      await use(server.url)
      await server.discard()
    },
    { scope: 'test', timeout: 60_000 },
  ],
})
