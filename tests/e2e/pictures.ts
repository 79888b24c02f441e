/**
 * `npm run screens` takes pictures of every screen for docs/screens, in both languages, light and dark, and in a wide
 * window, and of the employees' pages for docs/screens/crew. A name selects screens: `npm run screens -- order`.
 */
import { execFileSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Browser, chromium, type Page } from '@playwright/test'
import sharp from 'sharp'
import { requireBrowser } from '../../tools/browser.ts'
import { BuiltServer } from '../../tools/built-server.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const folder = join(root, 'docs/screens')
mkdirSync(join(folder, 'crew'), { recursive: true })

execFileSync('npm', ['run', 'build', '--silent'], { cwd: root, stdio: 'inherit' })
// These import the build's modules.
const { takePhotos } = await import('./photos.ts')
const { makeWorld, screens, stageOf } = await import('./screens.ts')
const { wordsOf } = await import('./words.ts')
const { orderStates, showState } = await import('./order-states.ts')
const { crewScreens, makeCrewWorld } = await import('./crew-screens.ts')

const languages = { 'en-US': 'en', 'zh-CN': 'zh' } as const
const locales = ['en-US', 'zh-CN'] as const
const schemes = ['light', 'dark'] as const

/** `order-detail` for `/order/detail/:orderId`. */
const nameOf = (path: string): string =>
  path
    .split('/')
    .filter((part) => part && !part.startsWith(':'))
    .join('-') || 'home'

/** Opens one page like a phone with this language and color scheme. */
const newPage = async (browser: Browser, locale: string, colorScheme: (typeof schemes)[number]) => {
  const context = await browser.newContext({
    baseURL: server.url,
    locale,
    colorScheme,
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 2,
    isMobile: true,
    hasTouch: true,
    timezoneId: 'Asia/Shanghai',
    reducedMotion: 'reduce',
    // The page's policy blocks other styles. The style below imitates a phone's typeface.
    bypassCSP: true,
  })
  return context.newPage()
}

/** English apostrophes are as narrow as on a phone. */
const typeface = `html { font-family: "Noto Sans CJK SC", sans-serif }
  html:lang(en) { font-feature-settings: "pwid" }`

async function take(page: Page, file: string) {
  await page.addStyleTag({ content: typeface })
  await page.evaluate(() => {
    if (!document.querySelector('[role="dialog"]')) scrollTo(0, 0)
    return Promise.allSettled([
      document.fonts.ready,
      ...[...document.images].map((image) => image.decode()),
      // Infinite animations and those paused for reduced motion never finish.
      ...document
        .getAnimations()
        .filter(
          ({ playState, effect }) => playState === 'running' && effect?.getTiming().iterations !== Infinity,
        )
        .map(({ finished }) => finished),
    ])
  })
  await save(page, file)
}

/** Takes a 1280 px window at half the phone's density. */
async function takeWide(page: Page, file: string) {
  const phone = page.viewportSize()
  await page.setViewportSize({ width: 1280, height: 900 })
  await take(page, file)
  if (phone) await page.setViewportSize(phone)
}

async function save(page: Page, file: string) {
  await sharp(await page.screenshot())
    .resize({ width: 1280, withoutEnlargement: true })
    .webp({ quality: 80 })
    .toFile(join(folder, file))
  console.log(`docs/screens/${file}`)
}

const picked = process.argv.slice(2)
// Without the autopilot, the order doesn't move while its pictures are taken.
const server = await BuiltServer.start()
const browser = await chromium.launch({
  executablePath: requireBrowser(),
  args: ['--no-sandbox', '--disable-gpu', '--hide-scrollbars'],
})
try {
  const world = await makeWorld(server.url)
  for (const [path, stand] of Object.entries(screens)) {
    const name = nameOf(path)
    if (picked.length > 0 && !picked.some((part) => name.includes(part))) continue
    for (const locale of locales) {
      for (const scheme of schemes) {
        const photos = await takePhotos()
        const page = await newPage(browser, locale, scheme)
        const show = async (variant?: string) => {
          const file = [name, variant, languages[locale], scheme].filter(Boolean).join('.')
          await take(page, `${file}.webp`)
          if (scheme === 'light') await takeWide(page, `${file}.wide.webp`)
        }
        await stand(stageOf(locale, { page, world, baseURL: server.url, photos, show }))
        await page.context().close()
        if (path !== '/order/detail/:orderId') continue
        for (const state of Object.keys(orderStates)) {
          const ofState = await newPage(browser, locale, scheme)
          await showState(state, { page: ofState, say: wordsOf(locale), baseURL: server.url })
          await take(ofState, `${[name, state, languages[locale], scheme].join('.')}.webp`)
          if (scheme === 'light')
            await takeWide(ofState, `${[name, state, languages[locale], scheme].join('.')}.wide.webp`)
          await ofState.context().close()
        }
      }
    }
  }
  if (picked.length === 0 || picked.includes('crew')) {
    const crew = await makeCrewWorld(server.url)
    for (const locale of locales)
      for (const scheme of schemes)
        for (const visit of Object.values(crewScreens)) {
          const page = await newPage(browser, locale, scheme)
          const show = async (name: string) => {
            const file = `crew/${name}.${languages[locale]}.${scheme}`
            // Desks and operators work in wide windows; their first pages also fit a phone.
            const isWide = /^(desk|operator)/.test(name)
            if (!/^(desk|operator)-/.test(name)) await take(page, `${file}.webp`)
            if (isWide && scheme === 'light') await takeWide(page, `${file}.wide.webp`)
          }
          await visit({ page, say: wordsOf(locale), world: crew, show })
          await page.context().close()
        }
  }
} finally {
  await browser.close()
  await server.discard()
}
