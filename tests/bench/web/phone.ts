import type { Browser, BrowserContext, CDPSession, Page } from '@playwright/test'
import { phoneContext } from '../phone-context.ts'

export type Conditions = {
  /** CPU slowdown factor. */
  cpu: number
  /** Simulates slow 4G; otherwise the machine's own connection. */
  slowLine?: boolean
}

/** Slows a page down. The page's service worker isn't affected. */
export async function throttle(page: Page, { cpu, slowLine = false }: Conditions): Promise<CDPSession> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: cpu })
  if (slowLine) {
    await devtools.send('Network.enable')
    await devtools.send('Network.emulateNetworkConditions', slow4g)
  }
  return devtools
}

/** 1.6 Mbit/s down and 750 kbit/s up, in bytes per second; round trip in milliseconds. */
const slow4g = {
  offline: false,
  latency: 150,
  downloadThroughput: 1_600_000 / 8,
  uploadThroughput: 750_000 / 8,
}

/** Opens a new visitor's phone of 390 × 844 CSS pixels, throttled by `conditions`, and closes it after `visit`. */
export async function onPhone<Value>(
  browser: Browser,
  conditions: Conditions,
  visit: (page: Page, tools: { context: BrowserContext; devtools: CDPSession }) => Promise<Value>,
): Promise<Value> {
  const context = await browser.newContext(phoneContext)
  try {
    // The loader wraps named functions in `__name`, also those that run in the page.
    await context.addInitScript('globalThis.__name = (named) => named')
    const page = await context.newPage()
    const devtools = await throttle(page, conditions)
    return await visit(page, { context, devtools })
  } finally {
    await context.close()
  }
}

/** The median; the lower one for an even count. */
export function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? Number.NaN
}
