import type { Browser, BrowserContext, CDPSession, Page } from '@playwright/test'
import { phoneContext } from '../phone-context.ts'

export type Conditions = {
  /** How many times slower than this machine. */
  cpu: number
  /** Slow 4G; without it the line is this machine's own. */
  slowLine?: boolean
}

/** 1.6 Mbit/s down and 750 kbit/s up, in bytes a second; the round trip in milliseconds. */
const slow4g = {
  offline: false,
  latency: 150,
  downloadThroughput: 1_600_000 / 8,
  uploadThroughput: 750_000 / 8,
}

/** A new visitor's phone of 390 × 844 points, as slow as `conditions` say; it is closed when `visit` ends. */
export async function onPhone<Value>(
  browser: Browser,
  { cpu, slowLine = false }: Conditions,
  visit: (page: Page, tools: { context: BrowserContext; devtools: CDPSession }) => Promise<Value>,
): Promise<Value> {
  const context = await browser.newContext(phoneContext)
  try {
    // The loader of these files wraps functions that have a name, also those that run in the page.
    await context.addInitScript('globalThis.__name = (named) => named')
    const page = await context.newPage()
    const devtools = await context.newCDPSession(page)
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: cpu })
    if (slowLine) {
      await devtools.send('Network.enable')
      await devtools.send('Network.emulateNetworkConditions', slow4g)
    }
    return await visit(page, { context, devtools })
  } finally {
    await context.close()
  }
}

/** The value in the middle; of an even count the lower one. */
export function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? Number.NaN
}
