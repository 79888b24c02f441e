import type { Page } from '@playwright/test'
import { enter, newTraveller } from '../../../e2e/backend.ts'
import { serveEmptyPages } from '../../../e2e/checks.ts'
import { words } from '../../../e2e/order-steps.ts'
import { expect, test } from '../../../e2e/own-address.ts'
import { withResolvers } from '../../../with-resolvers.ts'

/** Left, top and width of the first matching element. */
const boxOf = async (page: Page, selector: string) => {
  const { x, y, width } = (await page.locator(selector).first().boundingBox()) ?? { x: 0, y: 0, width: 0 }
  return [x, y, width].map(Math.round)
}

/** Delays responses to `url` until `release`. */
async function hold(page: Page, url: string) {
  const { promise: held, resolve: release } = withResolvers()
  await page.route(url, async (route) => {
    await held
    await route.fallback()
  })
  return release
}

test('leaves a gap between the status and the places of a loading order', async ({ page, baseURL }) => {
  await enter(page, await newTraveller(baseURL))
  const release = await hold(page, '**/api/orders**')
  await page.goto('/order/category')
  // The page's own skeleton, which replaces the generic one after its code has loaded.
  const own = page.getByRole('status').filter({ hasText: words('orders.loading') })
  const bones = own.locator('[data-shape]')
  await expect(bones.nth(1)).toBeVisible()
  const [status, place] = [await bones.nth(0).boundingBox(), await bones.nth(1).boundingBox()]
  expect((place?.y ?? 0) - (status?.y ?? 0) - (status?.height ?? 0)).toBeGreaterThanOrEqual(16)
  release()
})

for (const width of [390, 1280]) {
  test.describe(`${width} px wide`, () => {
    test.use({ viewport: { width, height: 900 }, isMobile: false })

    test('reserves the room of the order form while its place loads, without a layout shift', async ({
      page,
    }) => {
      await serveEmptyPages(page)
      const release = await hold(page, '**/api/sites/qr/**')
      await page.goto('/order/create/demo-hotel-desk')
      await expect(page.getByRole('status').filter({ hasText: words('common.loading') })).toBeVisible()
      const bones = 'main div:has(> :only-child > [data-shape] + [data-shape])'
      // The form's own skeleton, which replaces the generic one after its code has loaded.
      await expect(page.locator(bones).first()).toBeVisible()
      const before = [await boxOf(page, 'main'), await boxOf(page, bones)]
      release()
      await expect(page.getByRole('button', { name: words('orderForm.review') })).toBeVisible()
      expect(await boxOf(page, 'main')).toEqual(before[0])
      const [left, top, wide] = await boxOf(page, 'main ol > li')
      const [wasLeft, wasTop, wasWide] = before[1] ?? []
      expect([left, wide]).toEqual([wasLeft, wasWide])
      expect(Math.abs((top ?? 0) - (wasTop ?? 0))).toBeLessThan(12)
    })
  })
}
