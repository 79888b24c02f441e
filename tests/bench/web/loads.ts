import type { Browser, Page } from '@playwright/test'
import { readyForOffline } from '../../e2e/service-worker.ts'
import { phoneContext } from '../phone-context.ts'
import { listen, type Traffic, totalOf } from '../traffic.ts'
import { type Conditions, medianOf, onPhone, throttle } from './phone.ts'

/** One load of a page. Times in milliseconds since the navigation began. */
export type Load = {
  firstPaint: number
  largestPaint: number
  /** First frame with content instead of a skeleton. */
  content: number
  /** Total blocking time (TBT): parts of long tasks beyond 50 ms, after the first paint. */
  blocked: number
  /** The same since the navigation began, so that painting before running scripts isn't an advantage. */
  blockedInAll: number
  shift: number
  requests: number
  /** Requests after the first paint. */
  later: number
  /** Compressed bodies. */
  bytes: number
}
export const measures = [
  'firstPaint',
  'largestPaint',
  'content',
  'blocked',
  'blockedInAll',
  'shift',
  'requests',
  'later',
  'bytes',
] as const satisfies readonly (keyof Load)[]

/** A page has loaded after this time without requests and long tasks. */
const quietMs = 1_500
const patienceMs = 60_000
const slowPhone: Conditions = { cpu: 4, slowLine: true }

type PageTimings = {
  paint: number
  content: number
  /** Resources asked for after the first paint. */
  later: number
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
  const seen: PageTimings = { paint: 0, content: 0, later: 0, largest: 0, shift: 0, tasks: [], last: 0 }
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
  on('resource', ({ startTime }) => {
    if (seen.paint > 0 && startTime > seen.paint) seen.later += 1
  })
  const look = () => {
    const hasContent = document.querySelector('main') && !document.querySelector('#root [aria-busy="true"]')
    if (hasContent) seen.content = performance.now()
    else requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
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

const toLoad = async (
  { paint, largest, content, later, shift, tasks }: PageTimings,
  traffic: Traffic,
): Promise<Load> => ({
  firstPaint: paint,
  largestPaint: largest,
  content,
  blocked: overlong(tasks, paint),
  blockedInAll: overlong(tasks, 0),
  shift,
  requests: traffic.requests,
  later,
  bytes: totalOf(traffic),
})

/** One visit with an empty cache, on slow 4G with a CPU 4 times slower. `prepare` runs before it. */
export function measureLoad(
  browser: Browser,
  url: string,
  prepare?: (page: Page) => Promise<void>,
): Promise<Load> {
  return onPhone(browser, slowPhone, async (page) => {
    await page.addInitScript(observe)
    await prepare?.(page)
    const readTraffic = listen(page)
    const untilQuiet = followQuiet(page)
    await page.goto(url, { waitUntil: 'commit' })
    return toLoad(await untilQuiet(), await readTraffic())
  })
}

/**
 * A second visit on the same slow phone, in a new page. The first one is at full speed and lasts until the service
 * worker, if there is one, and the page's copy are ready.
 */
export async function measureRepeatVisit(
  browser: Browser,
  url: string,
  prepare?: (page: Page) => Promise<void>,
): Promise<Load> {
  const context = await browser.newContext({ ...phoneContext, serviceWorkers: 'allow' })
  try {
    await context.addInitScript('globalThis.__name = (named) => named')
    const before = await context.newPage()
    await prepare?.(before)
    await before.goto(url)
    if (prepare) {
      await readyForOffline(before)
      await before.waitForFunction((address) => caches.match(address, { cacheName: 'kept-pages' }), url)
    }
    await before.waitForLoadState('networkidle')
    await before.close()
    const page = await context.newPage()
    await page.addInitScript(observe)
    await throttle(page, slowPhone)
    const readTraffic = listen(page)
    const untilQuiet = followQuiet(page)
    await page.goto(url, { waitUntil: 'commit' })
    return toLoad(await untilQuiet(), await readTraffic())
  } finally {
    await context.close()
  }
}

export const medianLoad = (loads: readonly Load[]): Load =>
  Object.fromEntries(measures.map((name) => [name, medianOf(loads.map((load) => load[name]))])) as Load
