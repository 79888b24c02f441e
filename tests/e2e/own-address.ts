import { test as base, expect } from '@playwright/test'
import { listen } from './checks.ts'

const someByte = () => 1 + Math.floor(Math.random() * 254)

/**
 * Playwright's `test` for a traveller with an address of their own, since the server bounds the
 * numbers that ask from one and never verify (the proxy that it trusts here is this machine). The page's console stays silent, or the test fails.
 */
export const test = base.extend<{ baseURL: string }>({
  baseURL: ({ baseURL }, use) => use(baseURL ?? ''),
  extraHTTPHeaders: async ({ extraHTTPHeaders }, use) => {
    await use({ ...extraHTTPHeaders, 'X-Forwarded-For': [10, someByte(), someByte(), someByte()].join('.') })
  },
  page: async ({ page }, use) => {
    const heard = listen(page)
    await use(page)
    // A call that is changed on its way may still be there when the test is over.
    if (!page.isClosed()) await page.unrouteAll({ behavior: 'ignoreErrors' })
    expect(heard).toEqual([])
  },
})

/** An address of the app with the time of its navigation. */
export const path = (expected: string): RegExp =>
  new RegExp(`${expected.replace(/[?/.]/g, '\\$&')}[?&]t=\\d+$`)

export { expect }
