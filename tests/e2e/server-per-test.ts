import { test as base } from '@playwright/test'
import { startInProcessServer } from '../../tools/in-process-server.ts'

/** A demo server of this test alone. */
export const test = base.extend<{ baseURL: string }>({
  baseURL: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from the pattern
    async ({}, use) => {
      const { url, stop } = await startInProcessServer()
      await use(url)
      await stop()
    },
    { scope: 'test', timeout: 60_000 },
  ],
})
