import type { Page } from '@playwright/test'
import { withResolvers } from '../../with-resolvers.ts'
import { unfold } from '../form-parts.ts'
import { inBothLanguages } from '../in-both-languages.ts'
import { expect, test } from '../own-address.ts'
import { typeIn } from '../type-in.ts'
import { wordsOf } from '../words.ts'

/** Public pages, and the calls that each makes after hydration. Its own data comes with the page. */
const pages: Record<string, string[]> = {
  '/': [],
  '/about': [],
  '/accessibility': [],
  '/faq': [],
  '/insurance/city/hangzhou': [],
  '/luggage/notice': [],
  '/privacy': [],
  '/service/wifi': [],
  '/site/detail/lakeside-garden-hotel': [],
  '/terms': [],
  '/404': [],
  // For the response's `Date`, which slots depend on.
  '/order/create/demo-hotel-desk': ['/api/op-config/contact'],
}

declare global {
  interface Window {
    firstMain?: Element | null
    firstGrounds?: string[]
    scrolls?: number[]
    hasTyped?: boolean
  }
}

/** Records the page's first `main`, and the backgrounds below it as sent by the server. */
const watchMain = (page: Page) =>
  page.addInitScript((ground) => {
    new MutationObserver((_, observer) => {
      window.firstMain = document.querySelector('main')
      if (!window.firstMain) return
      observer.disconnect()
      window.firstGrounds = [...document.querySelectorAll(ground)].map(
        (element) => getComputedStyle(element).backgroundColor,
      )
    }).observe(document, { childList: true, subtree: true })
  }, ground)

const ground = 'html, #root'
/** The page's background by colour scheme. */
const paper = { light: 'rgb(246, 244, 238)', dark: 'rgb(15, 21, 18)' }

/** Waits for hydration by React. */
const taken = (page: Page) =>
  page.waitForFunction(() => {
    const main = document.querySelector('main')
    return main !== null && Object.keys(main).some((key) => key.startsWith('__react'))
  })

const groundsOf = (page: Page) =>
  page
    .locator(ground)
    .evaluateAll((elements) => elements.map((element) => getComputedStyle(element).backgroundColor))

const isFirstMain = (page: Page) => page.evaluate(() => document.querySelector('main') === window.firstMain)

inBothLanguages((say, locale) => {
  const colorScheme = locale === 'zh-CN' ? 'dark' : 'light'
  test.use({ colorScheme })

  test('continues with the elements, the data and the background of the server’s page', async ({ page }) => {
    await watchMain(page)
    const papers = [paper[colorScheme], paper[colorScheme]]
    const calls: string[] = []
    page.on('request', (request) => {
      const { pathname } = new URL(request.url())
      if (pathname.startsWith('/api/')) calls.push(pathname)
    })
    for (const [path, expected] of Object.entries(pages)) {
      calls.length = 0
      await page.goto(path, { waitUntil: 'networkidle' })
      await taken(page)
      expect([path, await isFirstMain(page), calls]).toEqual([path, true, expected])
      const sent = await page.evaluate(() => window.firstGrounds)
      expect([path, sent, await groundsOf(page)]).toEqual([path, papers, papers])
      await page.evaluate(() => localStorage.clear())
    }
  })

  test.describe('without scripts', () => {
    test.use({ javaScriptEnabled: false })
    test('shows at the desk the pickup site and the price, without scripts', async ({ page }) => {
      await page.goto('/order/create/demo-hotel-desk')
      await expect(page).toHaveTitle(`${say('orderForm.title')} · ${say('common.app_title')}`)
      await expect(page.locator('html')).toHaveAttribute('lang', locale)
      const main = page.getByRole('main')
      const hotel = { 'en-US': 'Lakeside Garden Hotel', 'zh-CN': '湖畔花园酒店' }[locale]
      await expect(main.getByText(hotel).first()).toBeVisible()
      await expect(main.getByText(/¥49/).first()).toBeVisible()
    })
  })
})

/** Delays the app's script until `release`. */
async function holdScript(page: Page): Promise<() => void> {
  const { promise: released, resolve: release } = withResolvers()
  await page.route('**/assets/index-*.js', async (route) => {
    await released
    await route.continue()
  })
  return release
}

test('reloads the page once when its script is missing, and then reports it @nightly', async ({ page }) => {
  let requests = 0
  await page.route('**/assets/index-*.js', async (route) => {
    requests += 1
    if (requests === 2) await route.continue()
    else await route.fulfill({ status: 404, contentType: 'text/javascript', body: '' })
  })
  await page.goto('/faq')
  await taken(page)
  expect(requests).toBe(2)
  await page.reload()
  await expect(page.getByRole('link', { name: 'Load failed, click to reload' })).toBeVisible()
  expect(requests).toBe(3)
})

test('reloads the page once when a style is missing, and then reports it @nightly', async ({ page }) => {
  let requests = 0
  await page.route('**/assets/parts-*.css', async (route) => {
    requests += 1
    if (requests === 2) await route.continue()
    else await route.fulfill({ status: 404, contentType: 'text/css', body: '' })
  })
  await page.goto('/faq')
  await expect.poll(() => requests).toBe(2)
  await taken(page)
  await page.reload()
  await expect(page.getByRole('link', { name: 'Load failed, click to reload' })).toBeVisible()
})

test('replays taps and typing from before hydration', async ({ page }) => {
  const say = wordsOf('en-US')
  const release = await holdScript(page)
  await page.goto('/order/create/demo-hotel-room-1208', { waitUntil: 'commit' })
  await page.locator('#change-bags').click()
  const room = page.getByRole('textbox', { name: say('orderForm.roomNumber') })
  await typeIn(room, '1210')
  release()
  await expect(page.getByRole('spinbutton', { name: say('orderForm.pieces') })).toHaveValue('1')
  // Longer than the delay before typed text is saved.
  await expect(room).toHaveValue('1210')
  await page.reload()
  await expect(page.getByRole('spinbutton', { name: say('orderForm.pieces') })).toBeVisible()
  await expect(room).toHaveValue('1210')
})

for (const [how, events] of [
  ['on a keyboard', ['keydown', 'input']],
  ['by a suggestion', ['input']],
] as const)
  test(`keeps typed text during hydration, ${how} @nightly`, async ({ page }) => {
    const say = wordsOf('en-US')
    const release = await holdScript(page)
    await page.goto('/order/create/demo-hotel-room-1208', { waitUntil: 'commit' })
    const room = page.getByRole('textbox', { name: say('orderForm.roomNumber') })
    await page.locator('#change-bags').click()
    await typeIn(room, '121')
    await room.evaluate((field: HTMLInputElement, events) => {
      const root = document.getElementById('root') as HTMLElement
      const turns = new MessageChannel()
      turns.port1.onmessage = () => {
        if (Object.keys(root).every((key) => !key.startsWith('__reactContainer'))) {
          turns.port2.postMessage(null)
          return
        }
        for (const type of events) {
          if (type === 'input') field.setRangeText('0', 3, 3, 'end')
          field.dispatchEvent(new Event(type, { bubbles: true }))
        }
        window.hasTyped = true
      }
      turns.port2.postMessage(null)
    }, events)
    release()
    await page.waitForFunction(() => window.hasTyped)
    await expect(page.getByRole('spinbutton', { name: say('orderForm.pieces') })).toHaveValue('1')
    await expect(room).toHaveValue('1210')
    await expect.poll(() => page.evaluate(() => localStorage.getItem('orderPreview'))).toContain('"1210"')
  })

test('keeps text typed before hydration over the stored draft @nightly', async ({ page }) => {
  const say = wordsOf('en-US')
  const room = page.getByRole('textbox', { name: say('orderForm.roomNumber') })
  const password = page.getByRole('textbox', { name: say('orderForm.roomPassword') })
  await page.goto('/order/create/demo-guesthouse')
  await typeIn(room, '12')
  await typeIn(password, 'abc')
  await expect.poll(() => page.evaluate(() => localStorage.getItem('orderPreview'))).toContain('"abc"')
  const release = await holdScript(page)
  await page.reload({ waitUntil: 'commit' })
  await room.pressSequentially('30')
  await password.click()
  await expect(password).toHaveValue('')
  release()
  await expect(password).toHaveValue('abc')
  await expect(password).toBeFocused()
  await page.keyboard.type('5839')
  await expect(password).toHaveValue('5839')
  await expect(room).toHaveValue('30')
})

test('sends the number that was typed before hydration @nightly', async ({ page }) => {
  const say = wordsOf('en-US')
  const release = await holdScript(page)
  await page.goto('/sign/in', { waitUntil: 'commit' })
  const number = page.getByRole('textbox', { name: say('signIn.phone') })
  await number.pressSequentially('+99912345')
  release()
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: say('signIn.sendCode') }).click()
  await expect(number).toHaveAccessibleDescription(say('authProblem.unknownDialCode', { dialCode: '999' }))
  await expect(number).toHaveValue('+99912345')
})

test('keeps the order of keys while hydration replaces a field @nightly', async ({ page }) => {
  const say = wordsOf('en-US')
  const release = await holdScript(page)
  await page.goto('/sign/in', { waitUntil: 'commit' })
  const number = page.getByRole('textbox', { name: say('signIn.phone') })
  await number.pressSequentially('+86138')
  await page.evaluate(() => {
    const first = document.querySelector('input')
    // Runs before the app replays the typed text.
    const observer = new MutationObserver(() => {
      const field = document.querySelector('input')
      if (!field || field === first) return
      observer.disconnect()
      for (const data of '00') {
        field.setRangeText(data, field.value.length, field.value.length, 'end')
        field.dispatchEvent(new InputEvent('input', { data, bubbles: true }))
      }
    })
    observer.observe(document.body, { childList: true, subtree: true })
  })
  release()
  await expect(number).toHaveValue('13800')
  await expect(number).toBeFocused()
  await page.keyboard.type('029523')
  await expect(number).toHaveValue('13800029523')
})

test('keeps the scroll position from before hydration @nightly', async ({ page }) => {
  await page.addInitScript(() => {
    const scrollTo = window.scrollTo.bind(window) as (x: number, y: number) => void
    window.scrolls = []
    window.scrollTo = ((x: number, y: number) => {
      window.scrolls?.push(y)
      scrollTo(x, y)
    }) as typeof window.scrollTo
  })
  const release = await holdScript(page)
  await page.goto('/terms', { waitUntil: 'commit' })
  await expect(page.getByRole('heading', { name: wordsOf('en-US')('terms.changes.title') })).toBeVisible()
  await page.evaluate(() => window.scrollTo(0, 700))
  release()
  // The reader's scroll, and the app's after hydration.
  await expect.poll(() => page.evaluate(() => window.scrolls)).toEqual([700, 700])
  expect(await page.evaluate(() => scrollY)).toBe(700)
})

test.describe('in another time zone', () => {
  test.use({ timezoneId: 'America/New_York' })
  test('adds the city to its times once the device’s time zone is known @nightly', async ({ page }) => {
    await watchMain(page)
    await page.goto('/site/detail/hangzhou-east-station')
    await expect(page.getByText(wordsOf('en-US')('time.ofCity', { city: 'Hangzhou' }))).toBeVisible()
    expect(await isFirstMain(page)).toBe(true)
  })
})

test('renders the device’s stored data over the server’s page @nightly', async ({ page }) => {
  const say = wordsOf('en-US')
  await page.goto('/order/create/demo-hotel-desk')
  await unfold(page, 'bags')
  await page.getByRole('button', { name: say('orderForm.morePieces') }).click()
  await page.goto('/')
  await expect(page.getByText(say('leftDraft.detail'))).toBeVisible()
  await page.goto('/order/create/demo-hotel-desk')
  await expect(
    page.getByText('2', { exact: true }).or(page.getByRole('spinbutton', { name: say('orderForm.pieces') })),
  ).toBeVisible()
})

test('shows the page of a history step that happens before React has hydrated the first page @nightly', async ({
  page,
}) => {
  await page.addInitScript(() => {
    const replaceState = history.replaceState.bind(history)
    history.replaceState = (...entry) => {
      replaceState(...entry)
      history.replaceState = replaceState
      history.pushState(null, '', '/faq')
    }
  })
  await page.goto('/about')
  await expect(page.getByRole('heading', { level: 1, name: wordsOf('en-US')('faq.title') })).toBeVisible()
  await expect(page).toHaveTitle(`${wordsOf('en-US')('faq.title')} · ${wordsOf('en-US')('common.app_title')}`)
})

for (const locale of ['en-US', 'zh-CN'] as const) {
  test.describe(locale, () => {
    test.use({ locale })
    test(`reports that the page’s script failed to load, and opens the page again, in ${locale}`, async ({
      page,
    }) => {
      const say = wordsOf(locale)
      const script = /\/assets\/index-[^/]+\.js/
      await page.route(script, (route) => route.abort('connectionreset'))
      await page.goto('/sign/in')
      const line = page.getByRole('alert').getByRole('link', { name: say('common.loadFailed') })
      await expect(line).toBeVisible()
      expect((await line.boundingBox())?.height).toBeGreaterThanOrEqual(44)
      await page.unroute(script)
      await line.click()
      await expect(page.getByRole('button', { name: say('signIn.sendCode') })).toBeEnabled()
      await expect(line).toHaveCount(0)
    })
  })
}
