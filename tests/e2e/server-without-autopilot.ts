import { BuiltServer } from '../../tools/built-server.ts'
import { test as base } from './own-address.ts'

/** A demo server without the autopilot, so orders move only by the test. */
export const startWithoutAutopilot = (settings: Record<string, string> = {}) =>
  BuiltServer.start({ TRUSTED_PROXY: 'loopback', ...settings })

/** Playwright's `test` with its own such server, which it may stop. */
export const test = base.extend<{ own: BuiltServer }>({
  own: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from the pattern
    async ({}, use) => {
      const own = await startWithoutAutopilot()
      await use(own)
      await own.discard()
    },
    { scope: 'test', timeout: 120_000 },
  ],
})
