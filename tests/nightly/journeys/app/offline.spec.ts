import type { BrowserContext, Page } from '@playwright/test'
import { enter, newTraveller, placePaidOrder } from '../../../e2e/backend.ts'
import { expectAccessible, expectContrast } from '../../../e2e/checks.ts'
import { expectFits } from '../../../e2e/fits.ts'
import { unfold } from '../../../e2e/form-parts.ts'
import { inBothLanguages } from '../../../e2e/in-both-languages.ts'
import { expect, test as ownAddress } from '../../../e2e/own-address.ts'
import { isKept, readyForOffline } from '../../../e2e/service-worker.ts'
import { serveBuilds } from '../../../e2e/two-builds.ts'
import { typeIn } from '../../../e2e/type-in.ts'
import { wordsOf } from '../../../e2e/words.ts'

const test = ownAddress.extend<{ builds: Awaited<ReturnType<typeof serveBuilds>> }>({
  builds: async ({ baseURL }, use) => {
    const builds = await serveBuilds(baseURL)
    await use(builds)
    builds.stop()
  },
})

const cacheNames = (page: Page) => page.evaluate(() => caches.keys())
/** The page's styles that are missing in all caches: the server inlines them. */
const missingStyles = (page: Page) =>
  page.evaluate(async () => {
    const links = [...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')]
    const cached = await Promise.all(links.map(({ href }) => caches.match(href)))
    return links.flatMap(({ href }, index) => (cached[index] ? [] : href))
  })
/** State of the service worker. */
const workers = (page: Page) =>
  page.evaluate(async () => {
    const known = await navigator.serviceWorker.getRegistration()
    return { isWaiting: Boolean(known?.waiting), active: known?.active?.state }
  })
/** Hides the page after loading. Chromium warns if two workers serve its files. */
async function leave(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle')
  await page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true })
    document.dispatchEvent(new Event('visibilitychange'))
  })
}
/** Blocks the network, including the service worker's requests. */
async function cutOff(context: BrowserContext): Promise<void> {
  await context.setOffline(true)
}

const mark = (page: Page) => page.evaluate(() => document.documentElement.setAttribute('data-mark', ''))
const isMarked = (page: Page) => page.evaluate(() => document.documentElement.hasAttribute('data-mark'))

inBothLanguages((say) => {
  test.use({ serviceWorkers: 'allow' })

  test('opens home, the orders and each opened order offline, though home and orders were never visited', async ({
    page,
    context,
    baseURL,
  }) => {
    const traveller = await newTraveller(baseURL)
    const [first, second] = [await placePaidOrder(traveller), await placePaidOrder(traveller)]
    await enter(page, traveller)
    await page.goto('/order/create/demo-hotel-desk')
    for (const { orderId } of [first, second]) {
      await page.goto(`/order/detail/${orderId}`)
      await expect(page.getByText(say('freshness.live'), { exact: true })).toBeVisible()
    }
    await readyForOffline(page)
    await cutOff(context)

    await page.goto('/')
    const time = '\\d+:\\d\\d(?:\\s[AP]M)?'
    // Offline, Chromium 150 reports the second opened page as online.
    const asOf = [say('freshness.offline', { time }), say('freshness.stale', { time })].join('|')
    const offline = page.getByText(new RegExp(`^(${asOf})$`))
    await expect(offline).toBeVisible()
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('link', { name: say('home.menu.orders') }).click()
    const orders = page.getByRole('list', { name: say('orders.list') }).locator(':scope > li')
    await expect(orders).toHaveCount(2)
    const note = say('orders.offlineDetail', { time })
    await expect(page.getByText(new RegExp(`^${note}$`))).toBeVisible()
    await expectAccessible(page)
    await expectFits(page)
    await page.emulateMedia({ colorScheme: 'dark' })
    await expectContrast(page)
    await page.emulateMedia({ colorScheme: 'light' })
    await page.getByRole('tab', { name: say('orders.view.ongoing') }).click()
    await expect(orders).toHaveCount(2)
    for (const { orderId, claimCode } of [first, second]) {
      await page.goto(`/order/detail/${orderId}`)
      await expect(page.getByText(`${claimCode?.slice(0, 3)} ${claimCode?.slice(3)}`)).toBeVisible()
      await expect(offline).toBeVisible()
    }

    await context.setOffline(false)
    await page.goto('/order/category')
    await expect(orders).toHaveCount(2)
    await expect(page.getByText(new RegExp(`^${note}$`))).toHaveCount(0)
  })

  test('opens home offline for a visitor who has only opened the QR code’s page', async ({
    page,
    context,
  }) => {
    await page.goto('/order/create/demo-hotel-desk')
    await readyForOffline(page)
    await expect.poll(() => missingStyles(page), { timeout: 20_000 }).toEqual([])
    await cutOff(context)
    await page.goto('/')
    await expect(page.getByRole('heading', { name: say('home.title') })).toBeVisible()
    await page.getByRole('link', { name: say('home.menu.about') }).click()
    await expect(page.getByRole('heading', { name: say('about.title') })).toBeVisible()
  })
})

test.describe('a first visit', () => {
  test.use({ serviceWorkers: 'allow' })

  test('fetches the other files only after four idle seconds', {
    tag: '@nightly',
  }, async ({ page }) => {
    await page.goto('/')
    await page.waitForLoadState('networkidle')
    const began = await page.evaluate(() => performance.now())
    await page.getByRole('link', { name: wordsOf('en-US')('home.menu.about') }).click()
    await page.waitForLoadState('networkidle')
    const readings: [number, boolean][] = []
    const read = async () => {
      const [time, isKnown] = await page.evaluate(
        async () =>
          [performance.now(), (await navigator.serviceWorker.getRegistration()) !== undefined] as const,
      )
      readings.push([time - began, isKnown])
      return isKnown
    }
    await expect.poll(read, { timeout: 30_000 }).toBe(true)
    const [known = 0] = readings.at(-1) ?? []
    expect(known).toBeGreaterThan(3_500)
    expect(known).toBeLessThan(9_000)
    await expect.poll(() => isKept(page), { timeout: 20_000 }).toBe(true)
    const words = await page.evaluate(async () => {
      const caching = (await caches.keys()).map((name) => caches.open(name))
      const requests = await Promise.all((await Promise.all(caching)).map((cache) => cache.keys()))
      return requests.flat().map(({ url }) => /assets\/(en-US|zh-CN)-/.exec(url)?.[1])
    })
    expect([...new Set(words)].filter(Boolean)).toEqual(['en-US'])
  })
})

test.describe('a new version', () => {
  const say = wordsOf('en-US')

  test.describe('with a service worker', () => {
    test.use({ serviceWorkers: 'allow' })

    test('opens from the cache when the server is overloaded or limits the address', async ({
      page,
      builds,
    }) => {
      await page.goto(`${builds.url}/`)
      await readyForOffline(page)
      for (const status of [429, 503]) {
        builds.failWith(status)
        await page.goto(`${builds.url}/faq`)
        await expect(page.getByRole('heading', { name: say('faq.title') })).toBeVisible()
      }
    })

    test('activates once the open tab has left the screen, never while the tab is in use', {
      tag: '@nightly',
    }, async ({ page, context, builds }) => {
      // Three complete builds are cached, on a loaded machine.
      test.slow()
      await page.goto(`${builds.url}/`)
      await readyForOffline(page)
      const [before = ''] = await cacheNames(page)
      await mark(page)
      builds.release()
      const other = await context.newPage()
      await other.goto(`${builds.url}/terms`)
      await expect.poll(() => cacheNames(other), { timeout: 60_000 }).toHaveLength(2)

      // A background tab draws no frames, and may stall for seconds on a busy machine.
      await page.bringToFront()
      await page.getByRole('link', { name: say('home.menu.about') }).click()
      await expect(page.getByRole('heading', { name: say('about.title') })).toBeVisible()
      expect(await isMarked(page)).toBe(true)
      await page.goto(`${builds.url}/faq`)
      await expect(page.getByRole('heading', { name: say('faq.title') })).toBeVisible()
      const waits = { isWaiting: true, active: 'activated' }
      await expect.poll(() => workers(page), { timeout: 60_000 }).toEqual(waits)
      expect((await cacheNames(page))[0]).toBe(before)
      const takenOver = { isWaiting: false, active: 'activated' }
      await leave(page)
      await expect.poll(() => workers(page), { timeout: 20_000 }).toEqual(takenOver)
      expect((await cacheNames(page))[0]).toBe(before)

      builds.release()
      await other.bringToFront()
      await other.reload()
      await expect.poll(() => workers(other), { timeout: 60_000 }).toEqual(waits)
      await leave(other)
      await expect.poll(() => workers(other), { timeout: 20_000 }).toEqual(takenOver)
      expect(await cacheNames(other)).toHaveLength(2)
      expect(await cacheNames(other)).not.toContain(before)
      await cutOff(context)
      await other.goto(`${builds.url}/`)
      await expect(other.getByRole('heading', { name: say('home.title') })).toBeVisible()
    })
  })

  test('opens on the next navigation of a tab with the old version, without losing typed text', async ({
    page,
    builds,
  }) => {
    await page.goto(`${builds.url}/order/create/demo-hotel-desk`)
    const remarks = page.getByRole('textbox', { name: say('orderForm.remarks') })
    await unfold(page, 'remarks')
    await typeIn(remarks, 'Two red suitcases')
    await page
      .getByRole('link', { name: say('common.back') })
      .or(page.getByRole('button', { name: say('common.back') }))
      .click()
    await expect(page.getByText(say('leftDraft.detail'))).toBeVisible()
    await mark(page)
    builds.release()
    await page.getByRole('link', { name: say('home.menu.about') }).click()
    await expect(page.getByRole('heading', { name: say('about.title') })).toBeVisible()
    expect(await isMarked(page)).toBe(false)
    await page.goto(`${builds.url}/order/create/demo-hotel-desk`)
    await unfold(page, 'remarks')
    await expect(remarks).toHaveValue('Two red suitcases')
  })
})

test('opens the new version on a retry after an answer that the old one cannot read', async ({
  page,
  builds,
}) => {
  const say = wordsOf('en-US')
  await page.route('**/api/op-config/contact', (route) =>
    route.fulfill({ json: { code: 0, message: 'ok', result: { phone: { mobile: '+86 571' } } } }),
  )
  await page.goto(`${builds.url}/`)
  await page.getByRole('link', { name: say('home.menu.about') }).click()
  const retry = page.getByRole('button', { name: say('common.tryAgain'), exact: true })
  await expect(retry).toBeVisible()
  await mark(page)
  await retry.click()
  await expect(retry).toBeVisible()
  expect(await isMarked(page)).toBe(true)
  builds.release()
  await retry.click()
  await expect.poll(() => isMarked(page).catch(() => true)).toBe(false)
  await expect(page.getByRole('heading', { name: say('about.title') })).toBeVisible()
})
