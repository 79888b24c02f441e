/**
 * `npm run screens` takes pictures of every screen for docs/screens, and of the employees' pages for docs/screens/crew:
 * light in both languages, dark and in a wide window in English. A name selects screens: `npm run screens -- order`.
 */
import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, rmSync, statSync } from 'node:fs'
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
const { makeWorld, samples, screens, stageOf } = await import('./screens.ts')
const { wordsOf } = await import('./words.ts')
const { orderStates, showState } = await import('./order-states.ts')
const { crewScreens, makeCrewWorld } = await import('./crew-screens.ts')

const languages = { 'en-US': 'en', 'zh-CN': 'zh' } as const
const locales = ['en-US', 'zh-CN'] as const
const schemes = ['light', 'dark'] as const
/** Dark pages differ by color alone, and wide ones by layout, so one language shows them. */
const looks = locales.flatMap((locale) =>
  schemes
    .filter((scheme) => locale === 'en-US' || scheme === 'light')
    .map((scheme) => ({ locale, scheme, hasWide: locale === 'en-US' && scheme === 'light' })),
)
/** Git stores each new picture whole, so the folder's size is bounded. */
const maxBytes = 8_000_000

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

const families = { 'en-US': 'Inter', 'zh-CN': 'Noto Sans CJK SC' } as const
const typeface = `html:lang(en) { font-family: "${families['en-US']}", "${families['zh-CN']}", sans-serif }
  html:lang(zh) { font-family: "${families['zh-CN']}", sans-serif }`

async function requireFonts(page: Page): Promise<void> {
  const missing = await page.evaluate((names) => {
    const context = document.createElement('canvas').getContext('2d')
    return names.filter((name) => {
      const widths = ['serif', `"${name}", serif`, 'monospace', `"${name}", monospace`].map((family) => {
        if (context) context.font = `40px ${family}`
        return context?.measureText('Handsfree 行李 14:30').width
      })
      return widths[0] === widths[1] && widths[2] === widths[3]
    })
  }, Object.values(families))
  if (missing.length > 0)
    throw new Error(`Missing fonts: ${missing.join(', ')}. On Debian: apt install fonts-inter fonts-noto-cjk`)
}

async function take(page: Page, file: string, fullPage = false) {
  await page.waitForLoadState('networkidle')
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
  await save(page, file, fullPage)
}

/** Takes a 1280 px window at half the phone's density. */
async function takeWide(page: Page, file: string) {
  const phone = page.viewportSize()
  await page.setViewportSize({ width: 1280, height: 900 })
  await take(page, file)
  if (phone) await page.setViewportSize(phone)
}

/** Phones at 1.4 pixels per point, which is sharp in the README's columns. */
async function save(page: Page, file: string, fullPage: boolean) {
  const isWide = (page.viewportSize()?.width ?? 0) > 390
  await sharp(await page.screenshot({ fullPage }))
    .resize({ width: isWide ? 1200 : 546, withoutEnlargement: true })
    .webp({ quality: 66, effort: 6 })
    .toFile(join(folder, file))
  console.log(`docs/screens/${file}`)
}

/** The pictures of a trip that the README plays one after the other. */
const tripFrames = [
  'home',
  'order-create.filled',
  'order-confirm',
  'order-detail.before-pickup',
  'order-detail',
  'order-detail.to-collect',
  'order-detail.over',
]

async function joinTrip(file: string) {
  const frames = await Promise.all(
    tripFrames.map((name) =>
      sharp(join(folder, `${name}.en.light.webp`))
        .resize({ width: 390 })
        .png()
        .toBuffer(),
    ),
  )
  await sharp(frames, { join: { animated: true } })
    .webp({ quality: 67, effort: 6, delay: frames.map(() => 1200), loop: 0 })
    .toFile(join(folder, file))
  console.log(`docs/screens/${file}`)
}

function picturesIn(path: string): string[] {
  return readdirSync(path, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.webp'))
    .map((file) => join(path, file))
}

const picked = process.argv.slice(2)
// Without the autopilot, the order doesn't move while its pictures are taken.
const server = await BuiltServer.start()
const browser = await chromium.launch({
  executablePath: requireBrowser(),
  args: ['--no-sandbox', '--disable-gpu', '--hide-scrollbars'],
})
try {
  await requireFonts(await newPage(browser, 'en-US', 'light'))
  // Screens that were renamed or removed leave no picture behind.
  if (picked.length === 0) for (const file of picturesIn(folder)) rmSync(file)
  const worlds = {
    'en-US': await makeWorld(server.url, samples['en-US'].name),
    'zh-CN': await makeWorld(server.url, samples['zh-CN'].name),
  }
  for (const [path, stand] of Object.entries(screens)) {
    const name = nameOf(path)
    if (picked.length > 0 && !picked.some((part) => name.includes(part))) continue
    for (const { locale, scheme, hasWide } of looks) {
      const photos = await takePhotos()
      const isOrder = path === '/order/detail/:orderId'
      const showOn = (page: Page) => async (variant?: string) => {
        const file = [name, variant, languages[locale], scheme].filter(Boolean).join('.')
        await take(page, `${file}.webp`)
        if (isOrder && !variant && scheme === 'light')
          await take(page, `${name}.full.${languages[locale]}.${scheme}.webp`, true)
        if (hasWide) await takeWide(page, `${file}.wide.webp`)
      }
      const page = await newPage(browser, locale, scheme)
      const world = worlds[locale]
      await stand(stageOf(locale, { page, world, baseURL: server.url, photos, show: showOn(page) }))
      await page.context().close()
      if (!isOrder) continue
      for (const state of Object.keys(orderStates)) {
        const ofState = await newPage(browser, locale, scheme)
        const around = { page: ofState, say: wordsOf(locale), baseURL: server.url }
        await showState(state, around, samples[locale].name)
        await showOn(ofState)(state)
        await ofState.context().close()
      }
    }
  }
  if (picked.length === 0 || picked.includes('crew')) {
    const crews = {
      'en-US': await makeCrewWorld(server.url, samples['en-US'].name),
      'zh-CN': await makeCrewWorld(server.url, samples['zh-CN'].name),
    }
    for (const { locale, scheme } of looks)
      for (const visit of Object.values(crewScreens)) {
        const page = await newPage(browser, locale, scheme)
        const show = async (name: string) => {
          const file = `crew/${name}.${languages[locale]}.${scheme}`
          // Desks and operators work in wide windows; their first pages also fit a phone.
          const isWide = /^(desk|operator)/.test(name)
          if (!/^(desk|operator)-/.test(name)) await take(page, `${file}.webp`)
          if (isWide && scheme === 'light') await takeWide(page, `${file}.wide.webp`)
        }
        await visit({ page, say: wordsOf(locale), world: crews[locale], show })
        await page.context().close()
      }
  }
  await joinTrip('trip-of-an-order.en.light.webp')
  const bytes = picturesIn(folder).reduce((sum, file) => sum + statSync(file).size, 0)
  console.log(`${(bytes / 1e6).toFixed(1)} MB of pictures`)
  if (bytes > maxBytes) throw new Error(`More than ${maxBytes / 1e6} MB: lower the quality or drop pictures`)
} finally {
  await browser.close()
  await server.discard()
}
