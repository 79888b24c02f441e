import { emptyCatalogue } from '@handsfree/core/catalogue'
import { operatorApplyCatalogue } from '@handsfree/core/contract'
import { test as base, expect, type Page } from '@playwright/test'
import { demoValues } from '../../../../server/runtime/demo/demo-values.ts'
import { clientOf, must } from '../../../e2e/backend.ts'
import { expectAccessible } from '../../../e2e/checks.ts'
import { inBothLanguages } from '../../../e2e/in-both-languages.ts'
import { startWithoutAutopilot } from '../../../e2e/server-without-autopilot.ts'
import { readyForOffline } from '../../../e2e/service-worker.ts'
import { type Locale, wordsOf } from '../../../e2e/words.ts'

/** The built server, because one that runs from sources loads the page renderer slowly. */
const test = base.extend<{ baseURL: string }>({
  baseURL: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from the pattern
    async ({}, use) => {
      const own = await startWithoutAutopilot()
      await use(own.url)
      await own.discard()
    },
    { scope: 'test', timeout: 60_000 },
  ],
})

const both = (en: string, zh: string) => ({ 'en-US': en, 'zh-CN': zh })
const everywhere = {
  announcementId: 'typhoon',
  title: both('No ferries today', '今日停航'),
  content: both('A typhoon is near. Bags for the islands wait in storage.', '台风临近，送往各岛的行李暂存。'),
}
const ofSite = {
  announcementId: 'works',
  siteId: 'lakeside-garden-hotel',
  title: both('The lobby is being rebuilt', '大堂施工'),
  content: both('Leave your bags at the east door.', '请将行李留在东门。'),
}

async function announce(baseURL: string, announcements: readonly object[]): Promise<void> {
  const catalogue = { ...emptyCatalogue(), announcements } as never
  const body = { catalogue, dryRun: false }
  must(await clientOf(baseURL, demoValues.operatorToken).call(operatorApplyCatalogue, { body }))
}

/** The server's HTML for a browser with this language, before any script runs. */
const sentBy = async (page: Page, path: string, locale: Locale = 'en-US') =>
  (await page.request.get(path, { headers: { 'accept-language': locale } })).text()

inBothLanguages((say, locale) => {
  const close = (title: string) => say('announcement.close', { title })

  test('shows announcements with the page until they are closed on the device or by the company', async ({
    page,
    baseURL,
  }) => {
    await announce(baseURL, [everywhere, ofSite])
    const [title, works] = [everywhere.title[locale], ofSite.title[locale]]
    const calls: string[] = []
    page.on('request', (request) => {
      if (new URL(request.url()).pathname.startsWith('/api/')) calls.push(request.url())
    })
    const messages: string[] = []
    page.on('console', (message) => message.type() === 'error' && messages.push(message.text()))

    await expect.poll(() => sentBy(page, '/', locale)).toContain(title)
    await page.goto('/')
    const news = page.getByRole('region', { name: say('announcement.title') })
    await expect(news.getByText(everywhere.content[locale])).toBeVisible()
    await expect(news.getByText(works)).toBeHidden()
    await expectAccessible(page)
    expect(calls).toEqual([])

    await page.goto('/order/create/demo-hotel-desk')
    await expect(news.getByText(works)).toBeVisible()
    await expect(news.getByText(title)).toBeVisible()
    await expectAccessible(page)
    await page.goto('/site/detail/riverbend-hotel')
    await expect(news.getByText(title)).toBeVisible()
    await expect(news.getByText(works)).toBeHidden()
    await page.goto('/site/detail/lakeside-garden-hotel')
    await news.getByRole('button', { name: close(title) }).click()
    await expect(news.getByText(title)).toBeHidden()
    await expect(page.getByRole('main')).toBeFocused()
    await expect(news.getByText(works)).toBeVisible()

    await page.goto('/')
    await expect(page.getByRole('link', { name: say('home.scan') })).toBeVisible()
    expect(await sentBy(page, '/', locale)).not.toContain(`${title}</p>`)
    await expect(news).toBeHidden()
    expect(await sentBy(page, '/site/detail/lakeside-garden-hotel', locale)).toContain(`${works}</p>`)
    await announce(baseURL, [{ ...ofSite, closed: true }])
    await page.goto('/order/create/demo-hotel-desk')
    await expect(page.getByText(say('orderForm.fromAndTo')).first()).toBeVisible()
    await expect(news).toBeHidden()
    expect(messages).toEqual([])
  })
})

test.describe('offline', () => {
  test.use({ serviceWorkers: 'allow' })

  test('shows previous announcements on home, also offline', { tag: '@nightly' }, async ({
    page,
    context,
    baseURL,
  }) => {
    await announce(baseURL, [everywhere])
    await expect.poll(() => sentBy(page, '/')).toContain(everywhere.title['en-US'])
    await page.goto('/')
    const text = page.getByText(everywhere.content['en-US'])
    await expect(text).toBeVisible()
    await readyForOffline(page)
    await expect.poll(() => page.evaluate(() => localStorage.getItem('announcements'))).not.toBeNull()
    await context.setOffline(true)
    await page.reload()
    await expect(text).toBeVisible()
    await page
      .getByRole('button', {
        name: wordsOf('en-US')('announcement.close', { title: everywhere.title['en-US'] }),
      })
      .click()
    await page.reload()
    await expect(page.getByRole('link', { name: 'Scan to send luggage' })).toBeVisible()
    await expect(text).toBeHidden()
  })
})
