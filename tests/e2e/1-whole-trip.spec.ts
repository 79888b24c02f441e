import { expect, type Page } from '@playwright/test'
import { listen } from './checks.ts'
import { takePhotos } from './photos.ts'
import { test } from './server-per-test.ts'
import { fillOrder, nameCollector, pay, reviewAndSignIn } from './trip.ts'
import { type Locale, wordsOf } from './words.ts'

// Animations play, as on most phones. The other journeys run without them.
test.use({ reducedMotion: 'no-preference' })

/** Milliseconds after which a page refetches without hints. Hints show a change earlier. */
const withoutHints = 30_000

/** Statuses and delays on an order's page while it is open, without a reload. */
type Seen = { statuses: string[]; delays: number[] }
declare global {
  interface Window {
    seen?: Seen
  }
}

/** Records every status, and how late the page showed each new event. */
const watchOrder = (page: Page) =>
  page.evaluate(() => {
    const seen: Seen = { statuses: [], delays: [] }
    window.seen = seen
    const known = new Set([...document.querySelectorAll('time')].map(({ dateTime }) => dateTime))
    const look = () => {
      const status = document.querySelector('[data-tone]')?.textContent
      if (status && seen.statuses.at(-1) !== status) seen.statuses.push(status)
      for (const { dateTime } of document.querySelectorAll('time')) {
        if (known.has(dateTime)) continue
        known.add(dateTime)
        seen.delays.push(Date.now() - Date.parse(dateTime))
      }
    }
    look()
    new MutationObserver(look).observe(document.body, { childList: true, subtree: true, characterData: true })
  })

type Trip = {
  locale: Locale
  name: string
  place: string
  /** Statuses that the page may show, in this order. The first ones may pass before it has loaded. */
  statuses: string[]
  /** Titles of the trace, newest first. */
  trace: string[]
  unread: string
}

const trips: Trip[] = [
  {
    locale: 'en-US',
    name: 'Ada',
    place: 'Hongqiao Railway Station',
    statuses: [
      'In review',
      'Accepted',
      'Waiting for pickup',
      'On the way',
      'Arrived',
      'Checking in',
      'Ready to collect',
      'Collected',
      'Completed',
    ],
    trace: [
      'Collected at Hongqiao Railway Station',
      'Stored at Hongqiao Railway Station',
      'Courier arrived at Hongqiao Railway Station',
      'On the way',
      'Picked up at Lakeside Garden Hotel',
      'Courier arrived at Lakeside Garden Hotel',
      'Courier assigned',
      'Order accepted',
      'Review started',
      'Order placed',
    ],
    unread: '4 unread notifications',
  },
  {
    locale: 'zh-CN',
    name: '小雨',
    place: '上海虹桥站',
    statuses: ['审核中', '已受理', '待上门取件', '运输中', '已送到', '登记中', '待领取', '已领取', '已完成'],
    trace: [
      '已在上海虹桥站领取',
      '已寄存在上海虹桥站',
      '配送员已到达上海虹桥站',
      '运输中',
      '配送员已在湖畔花园酒店取件',
      '配送员已到达湖畔花园酒店',
      '已安排配送员',
      '订单已受理',
      '开始审核',
      '已下单',
    ],
    unread: '4 条未读消息',
  },
]

for (const { locale, name, place, statuses, trace, unread } of trips) {
  test.describe(locale, () => {
    test.use({ locale })

    test('takes the bags from the scan at the desk to the traveller’s hand', async ({ page }) => {
      test.setTimeout(120_000)
      const say = wordsOf(locale)
      const heard = listen(page)

      await page.goto('/')
      await page.getByRole('link', { name: say('home.scan') }).click()
      // The camera sees the desk's code. The page shows the price first, and asks for sign-in before the review.
      await expect(page).toHaveURL(/\/order\/create\/demo-hotel-desk\?/)
      await nameCollector(page, say, name)
      await fillOrder(page, say, { place, photos: await takePhotos() })
      await page.reload()
      await expect(page.getByText(say('orderForm.complete')).first()).toBeVisible()
      await reviewAndSignIn(page, say, name)
      await pay(page)

      await expect(page.getByText(say('freshness.live'), { exact: true })).toBeVisible()
      await watchOrder(page)
      await expect(page.locator('[data-tone]').first()).toHaveText(statuses.at(-1) ?? '', { timeout: 60_000 })
      await page.getByRole('button', { name: say('trace.showAll', { count: trace.length - 1 }) }).click()
      const events = page.getByRole('list', { name: say('trace.title') }).getByRole('listitem')
      const titles = (await events.allInnerTexts()).map((text) => text.split('\n')[0])
      expect(titles).toEqual(trace)
      const seen = await page.evaluate(() => window.seen)
      expect(statuses.filter((status) => seen?.statuses.includes(status))).toEqual(seen?.statuses)
      expect(seen?.delays.filter((delay) => delay > withoutHints / 2)).toEqual([])
      expect(seen?.delays.length).toBeGreaterThanOrEqual(4)

      await page.goto('/')
      await expect(page.getByRole('status').filter({ hasText: unread })).toBeVisible()
      expect(heard).toEqual([])
    })
  })
}
