import { test as base, expect } from '@playwright/test'
import { listen } from './checks.ts'

const someByte = () => 1 + Math.floor(Math.random() * 254)

/**
 * Playwright's `test` for a traveller with their own address, since the server limits unverified numbers per address.
 * The server trusts this machine as its proxy. Fails if the page logs to the console.
 */
export const test = base.extend<{ baseURL: string }>({
  baseURL: ({ baseURL }, use) => use(baseURL ?? ''),
  extraHTTPHeaders: async ({ extraHTTPHeaders }, use) => {
    await use({ ...extraHTTPHeaders, 'X-Forwarded-For': [10, someByte(), someByte(), someByte()].join('.') })
  },
  page: async ({ page }, use) => {
    const heard = listen(page)
    await use(page)
    // A routed request may be pending when the test ends.
    if (!page.isClosed()) await page.unrouteAll({ behavior: 'ignoreErrors' })
    expect(heard).toEqual([])
  },
})

/** Matches a URL of the app with its navigation time. */
export const path = (expected: string): RegExp =>
  new RegExp(`${expected.replace(/[?/.]/g, '\\$&')}[?&]t=\\d+$`)

export { expect }
