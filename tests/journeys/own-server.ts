import { test as base } from '@playwright/test'
import { startServerHere } from '../../tools/server-here.ts'

export const test = base.extend<{ baseURL: string }, { ownServer: string }>({
  ownServer: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from the pattern
    async ({}, use) => {
      const { url, stop } = await startServerHere()
      await use(url)
      await stop()
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  baseURL: ({ ownServer }, use) => use(ownServer),
})
