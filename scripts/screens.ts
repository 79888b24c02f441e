/** `npm run screens`: pictures of real screens for README.md, in both languages, light and dark, into docs/screens. */
import { execFileSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { updateProfile } from '@handsfree/core/api'
import { type Browser, chromium, expect, type Page } from '@playwright/test'
import sharp from 'sharp'
import { requireBrowser } from './browser.ts'
import { startBuiltServer } from './built-server.ts'

const root = fileURLToPath(new URL('../', import.meta.url))
const folder = join(root, 'docs/screens')
mkdirSync(folder, { recursive: true })

execFileSync('npm', ['run', 'build', '--silent'], { cwd: root, stdio: 'inherit' })
// They run on the build's own modules.
const { enter, must, newTraveller, placePaidOrder, readOrder } = await import('../tests/journeys/backend.ts')
const { fillOrder, review } = await import('../tests/journeys/trip.ts')
const { wordsOf } = await import('../tests/journeys/words.ts')
type Say = ReturnType<typeof wordsOf>

const languages = [
  { locale: 'en-US', short: 'en', station: 'Hongqiao Railway Station' },
  { locale: 'zh-CN', short: 'zh', station: '上海虹桥站' },
] as const
const schemes = ['light', 'dark'] as const

type Look = { page: Page; say: Say; station: string; take: (name: string) => Promise<void> }

/** One browser context for each language and scheme, one after the other. */
async function forEveryLook(browser: Browser, baseURL: string, show: (look: Look) => Promise<void>) {
  for (const { locale, short, station } of languages) {
    for (const colorScheme of schemes) {
      const context = await browser.newContext({
        baseURL,
        locale,
        colorScheme,
        viewport: { width: 390, height: 844 },
        deviceScaleFactor: 2,
        isMobile: true,
        hasTouch: true,
        timezoneId: 'Asia/Shanghai',
        reducedMotion: 'reduce',
        // The page's policy forbids foreign styles; the one below stands in for a phone's typeface.
        bypassCSP: true,
      })
      const page = await context.newPage()
      const take = async (name: string) => {
        await page.addStyleTag({ content: 'html { font-family: "Noto Sans CJK SC", sans-serif }' })
        await page.evaluate(() =>
          Promise.all([document.fonts.ready, ...document.getAnimations().map((a) => a.finished)]),
        )
        await page.waitForLoadState('networkidle')
        const picture = await page.screenshot()
        const file = `${name}.${short}.${colorScheme}.webp`
        await sharp(picture).webp({ quality: 85 }).toFile(join(folder, file))
        console.log(`docs/screens/${file}`)
      }
      await show({ page, say: wordsOf(locale), station, take })
      await context.close()
    }
  }
}

const server = await startBuiltServer()
const browser = await chromium.launch({
  executablePath: requireBrowser(),
  args: ['--no-sandbox', '--disable-gpu', '--hide-scrollbars'],
})
try {
  const traveller = await newTraveller(server.url)
  must(await traveller.api.call(updateProfile, { body: { name: 'Ada' } }))

  await forEveryLook(browser, server.url, async ({ page, say, take }) => {
    await page.goto('/')
    await page.getByRole('link', { name: say('home.scan') }).waitFor()
    await take('home')
  })

  const order = await placePaidOrder(traveller)
  await forEveryLook(browser, server.url, async ({ page, say, station, take }) => {
    await enter(page, traveller)
    await page.goto('/order/create/demo-hotel-desk')
    await fillOrder(page, say, { place: station })
    await page.evaluate(() => scrollTo(0, 0))
    await take('form')
    await review(page, say)
    await take('confirm')
  })

  // The autopilot carries the order; the pictures are taken while it is on the road.
  await expect
    .poll(async () => (await readOrder(traveller, order.orderId)).status, { timeout: 180_000 })
    .toBe('in_transit')
  await forEveryLook(browser, server.url, async ({ page, say, take }) => {
    await enter(page, traveller)
    await page.goto(`/order/detail/${order.orderId}`)
    await page.getByText(say('freshness.live'), { exact: true }).waitFor()
    await take('order')
  })
} finally {
  await browser.close()
  await server.stop()
}
