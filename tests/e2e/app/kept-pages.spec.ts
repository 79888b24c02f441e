import type { Page } from '@playwright/test'
import { enter, newTraveller, placePaidOrder } from '../backend.ts'
import { inBothLanguages } from '../in-both-languages.ts'
import { expect, test } from '../own-address.ts'
import { readyForOffline } from '../service-worker.ts'

declare global {
  interface Window {
    parsed?: string
    shift?: number
  }
}

/** Records the content before the app's script runs, and how far it moves afterwards. */
const watch = (page: Page) =>
  page.addInitScript(() => {
    document.addEventListener('readystatechange', () => {
      if (document.readyState === 'interactive')
        window.parsed = document.querySelector('#root')?.textContent ?? ''
    })
    window.shift = 0
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) window.shift! += (entry as unknown as { value: number }).value
    }).observe({ type: 'layout-shift', buffered: true })
  })

const isKept = (page: Page, url: string) =>
  page.evaluate(async (address) => !!(await caches.match(address, { cacheName: 'kept-pages' })), url)

inBothLanguages((say) => {
  test.use({ serviceWorkers: 'allow' })

  test('shows a page that was opened before at once, with its age, and only to its account', async ({
    page,
    context,
    baseURL,
  }) => {
    const traveller = await newTraveller(baseURL)
    const { orderId, orderNumber } = await placePaidOrder(traveller)
    await enter(page, traveller)
    const pages = [`/order/detail/${orderId}`, '/order/category', '/person/notification']
    for (const path of pages) {
      await page.goto(path)
      if (path === pages[0]) {
        await expect(page.getByText(say('freshness.live'), { exact: true })).toBeVisible()
        await readyForOffline(page)
      }
      await expect.poll(() => isKept(page, `${baseURL}${path}`), { timeout: 20_000 }).toBe(true)
    }
    await page.close()

    const asOf = new RegExp(say('freshness.asOf', { time: '.*\\d+:\\d\\d.*' }))
    for (const path of pages) {
      const again = await context.newPage()
      await watch(again)
      await again.goto(path)
      expect(await again.evaluate(() => window.parsed)).toMatch(asOf)
      if (path === pages[0]) {
        expect(await again.evaluate(() => window.parsed)).toContain(orderNumber)
        await expect(again.getByText(say('freshness.live'), { exact: true })).toBeVisible()
      }
      await again.waitForLoadState('networkidle')
      expect(await again.evaluate(() => window.shift)).toBeLessThan(0.01)
      await again.close()
    }

    const other = await newTraveller(baseURL)
    const stranger = await context.newPage()
    await watch(stranger)
    await enter(stranger, other)
    await stranger.goto(`/order/detail/${orderId}`)
    await expect(stranger.getByText(say('order.notThereTitle'))).toBeVisible()
    expect(await stranger.evaluate(() => window.parsed)).not.toContain(orderNumber)
    expect(await isKept(stranger, `${baseURL}${pages[1]}`)).toBe(false)
  })
})
