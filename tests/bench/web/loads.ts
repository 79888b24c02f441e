import type { Browser, Page } from '@playwright/test'
import { listen, totalOf } from '../traffic.ts'
import { medianOf, onPhone } from './phone.ts'

/** One load of a page. Times in milliseconds since the navigation began. */
export type Load = {
  firstPaint: number
  largestPaint: number
  /** Total blocking time (TBT): parts of long tasks beyond 50 ms, after the first paint. */
  blocked: number
  /** The same since the navigation began, so that painting before running scripts isn't an advantage. */
  blockedInAll: number
  shift: number
  requests: number
  /** Compressed bodies. */
  bytes: number
}
export const measures = [
  'firstPaint',
  'largestPaint',
  'blocked',
  'blockedInAll',
  'shift',
  'requests',
  'bytes',
] as const satisfies readonly (keyof Load)[]

/** A page has loaded after this time without requests and long tasks. */
const quietMs = 1_500
const patienceMs = 60_000

type PageTimings = {
  paint: number
  largest: number
  shift: number
  tasks: { start: number; duration: number }[]
  last: number
}
declare global {
  interface Window {
    benchSeen: PageTimings
  }
}

/** Runs before the page's scripts. */
function observe(): void {
  const seen: PageTimings = { paint: 0, largest: 0, shift: 0, tasks: [], last: 0 }
  window.benchSeen = seen
  const on = (type: string, take: (entry: PerformanceEntry & { value?: number }) => void) =>
    new PerformanceObserver((list) => {
      seen.last = performance.now()
      list.getEntries().forEach(take)
    }).observe({ type, buffered: true })
  on('paint', ({ name, startTime }) => {
    if (name === 'first-contentful-paint') seen.paint = startTime
  })
  on('largest-contentful-paint', ({ startTime }) => {
    seen.largest = startTime
  })
  on('layout-shift', ({ value = 0 }) => {
    seen.shift += value
  })
  on('longtask', ({ startTime, duration }) => seen.tasks.push({ start: startTime, duration }))
}

/** Call it before opening the page. The returned function waits until the page has loaded. */
function followQuiet(page: Page): () => Promise<PageTimings> {
  let open = 0
  let last = Date.now()
  const count = (change: number) => () => {
    open += change
    last = Date.now()
  }
  page.on('request', count(1))
  page.on('requestfinished', count(-1))
  page.on('requestfailed', count(-1))
  return async () => {
    await page.waitForLoadState('load')
    for (const began = Date.now(); Date.now() - began < patienceMs; ) {
      await page.waitForTimeout(200)
      const { seen, now } = await page.evaluate(() => ({ seen: window.benchSeen, now: performance.now() }))
      const isQuiet = open <= 0 && Date.now() - last > quietMs && now - seen.last > quietMs
      if (seen.paint > 0 && isQuiet) return seen
    }
    throw new Error(`${page.url()} does not come to rest`)
  }
}

const overlong = (tasks: PageTimings['tasks'], from: number): number =>
  tasks.reduce((sum, { start, duration }) => {
    const long = start + duration - Math.max(start, from)
    return sum + Math.max(0, long - 50)
  }, 0)

/** One visit with an empty cache, on slow 4G with a CPU 4 times slower. `prepare` runs before it. */
export function measureLoad(
  browser: Browser,
  url: string,
  prepare?: (page: Page) => Promise<void>,
): Promise<Load> {
  return onPhone(browser, { cpu: 4, slowLine: true }, async (page) => {
    await page.addInitScript(observe)
    await prepare?.(page)
    const readTraffic = listen(page)
    const untilQuiet = followQuiet(page)
    await page.goto(url, { waitUntil: 'commit' })
    const { paint, largest, shift, tasks } = await untilQuiet()
    const traffic = await readTraffic()
    return {
      firstPaint: paint,
      largestPaint: largest,
      blocked: overlong(tasks, paint),
      blockedInAll: overlong(tasks, 0),
      shift,
      requests: traffic.requests,
      bytes: totalOf(traffic),
    }
  })
}

export const medianLoad = (loads: readonly Load[]): Load =>
  Object.fromEntries(measures.map((name) => [name, medianOf(loads.map((load) => load[name]))])) as Load
