/**
 * `npm run bench -- table` sorts and scrolls a table of 10,000 rows and one of 100 by turns, with the processor 4 times
 * slower. `--runs N` sets the number of turns. Writes docs/figures.md.
 */
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { type Browser, chromium, type Page } from '@playwright/test'
import { requireBrowser } from '../../../tools/browser.ts'
import { keepSection, table } from '../keep-section.ts'
import { servePage } from '../web/floor.ts'
import { medianOf } from '../web/phone.ts'

const { values } = parseArgs({
  args: process.argv.slice(3),
  options: { runs: { type: 'string', default: '5' } },
})
const sizes = [100, 10_000] as const
const columns = ['Order', 'Name', 'Time', 'Bags', 'Amount'] as const
const slowdown = 4
const framesPerScroll = 90
const pixelsPerFrame = 700

/** Milliseconds from a click until its frame is painted. */
const clickUntilPaint = (page: Page, title: string): Promise<number> =>
  page.getByRole('button', { name: title }).evaluate(
    (button) =>
      new Promise<number>((resolve) => {
        const startTime = performance.now()
        ;(button as HTMLElement).click()
        // A message posted in the frame arrives after its paint.
        requestAnimationFrame(() => {
          const { port1, port2 } = new MessageChannel()
          port1.onmessage = () => resolve(performance.now() - startTime)
          port2.postMessage(null)
        })
      }),
  )

/** The longest frame in milliseconds while the table scrolls down. */
const longestFrame = (page: Page): Promise<number> =>
  page.getByRole('region', { name: 'Orders' }).evaluate(
    (box, { frames, pixels }) =>
      new Promise<number>((resolve) => {
        box.scrollTop = 0
        let [longest, left] = [0, frames]
        const step = (previousTime: number) =>
          requestAnimationFrame((time) => {
            longest = Math.max(longest, time - previousTime)
            left -= 1
            if (left === 0) return resolve(longest)
            box.scrollTop += box.scrollTop + box.clientHeight < box.scrollHeight ? pixels : -box.scrollTop
            step(time)
          })
        requestAnimationFrame(step)
      }),
    { frames: framesPerScroll, pixels: pixelsPerFrame },
  )

type Times = Record<string, number>

async function measure(browser: Browser, url: string): Promise<Times> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } })
  try {
    // The loader wraps named functions in `__name`, also those that run in the page.
    await context.addInitScript('globalThis.__name = (named) => named')
    const page = await context.newPage()
    await page.goto(url)
    await page.getByRole('button', { name: 'Order' }).waitFor()
    const devtools = await context.newCDPSession(page)
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
    const times: Times = {}
    for (const title of columns)
      times[`sort by ${title}, the first time`] = await clickUntilPaint(page, title)
    for (const title of columns) times[`sort by ${title} again`] = await clickUntilPaint(page, title)
    times['longest frame while scrolling'] = await longestFrame(page)
    return times
  } finally {
    await context.close()
  }
}

const site = await servePage(fileURLToPath(new URL('page/', import.meta.url)))
const browser = await chromium.launch({
  executablePath: requireBrowser(),
  args: ['--no-sandbox', '--disable-gpu'],
})
try {
  const runs: Record<number, Times[]> = {}
  for (let run = 0; run < Number(values.runs); run += 1) {
    for (const size of sizes) {
      runs[size] ??= []
      runs[size].push(await measure(browser, `${site.url}/?rows=${size}`))
    }
  }
  const [small, large] = sizes.map((size) => runs[size] ?? []) as [Times[], Times[]]
  const ms = (time: number) => `${time.toFixed(0)} ms`
  const rows = Object.keys(small[0] ?? {}).map((name) => {
    const [few, many] = [small, large].map((list) => medianOf(list.map((times) => times[name] ?? 0))) as [
      number,
      number,
    ]
    return [name, ms(few), ms(many), `${(many / few).toFixed(1)}×`]
  })
  const text = [
    `\`npm run bench -- table\`, the median of ${values.runs} turns: Chromium with a processor ${slowdown} times slower, 1280 × 900 points. From the click until its frame is painted, and the longest of ${framesPerScroll} frames that scroll ${pixelsPerFrame} px each.`,
    table(['table', '100 rows', '10,000 rows', 'ratio'], rows),
    'Aim: 100 ms for each.',
  ].join('\n\n')
  console.log(text)
  keepSection('Tables', text)
} finally {
  await browser.close()
  await site.stop()
}
