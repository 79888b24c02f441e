import { BuiltServer } from '../../tools/built-server.ts'
import { test as base, expect } from './own-address.ts'

/** A demo server without the autopilot: nothing moves but what a test moves. */
export const ownServer = (settings: Record<string, string> = {}) =>
  BuiltServer.start({ TRUSTED_PROXY: 'loopback', ...settings })

export const test = base.extend<{ baseURL: string }, { own: BuiltServer }>({
  own: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from the pattern
    async ({}, use) => {
      const own = await ownServer()
      await use(own)
      await own.discard()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: ({ own }, use) => use(own.url),
})

export { expect }
