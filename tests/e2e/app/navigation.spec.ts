import { expect, type Page, test } from '@playwright/test'
import { listen } from '../checks.ts'

const timestamp = (page: Page) => new URL(page.url()).searchParams.get('t')

test('adds the time to every navigation once @nightly', async ({ page }) => {
  const before = Date.now()
  await page.goto('/terms')
  await expect(page.getByRole('heading', { level: 1, name: 'Terms of Service' })).toBeVisible()
  const first = Number(timestamp(page))
  expect(first).toBeGreaterThanOrEqual(before)
  expect(first).toBeLessThanOrEqual(Date.now())
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  expect(Number(timestamp(page))).toBe(first)
  expect(await page.evaluate(() => history.length)).toBe(2)
})

test('redirects from an unknown path to the not-found page, which links home', async ({ page }) => {
  await page.goto('/no/such/page')
  await expect(page).toHaveURL(/\/404\?t=\d+$/)
  await expect(page.getByText('The requested URL was not found on this server')).toBeVisible()
  await expect(page).toHaveTitle('Page not found · Handsfree')
  await page.getByRole('link', { name: 'Go back home' }).click()
  await expect(page).toHaveURL(/\/\?t=\d+$/)
})

test('renders the same path again with another time @nightly', async ({ page }) => {
  await page.goto('/faq')
  const answer = page.getByText('Pickup at hotels needs no waiting')
  await page.getByText('Do I have to wait for the courier at my hotel?').click()
  await expect(answer).toBeVisible()
  const go = (path: string) =>
    page.evaluate((to) => {
      history.pushState(null, '', to)
      dispatchEvent(new PopStateEvent('popstate'))
    }, path)
  await go('#part')
  await expect(page).toHaveURL(/#part$/)
  await expect(answer).toBeVisible()
  await go('/faq')
  await expect(answer).toBeHidden()
})

test('restores the scroll position of a page, and opens a new one at its top', { tag: '@nightly' }, async ({
  page,
}) => {
  await page.goto('/terms')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  // Waits for the app: the server's page is readable before its script runs.
  await expect(page).toHaveURL(/\?t=\d+$/)
  await page.evaluate(() => window.scrollTo(0, 700))
  await page.evaluate(() => {
    history.pushState(null, '', '/404')
    dispatchEvent(new PopStateEvent('popstate'))
  })
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
  expect(await page.evaluate(() => scrollY)).toBe(0)
  await page.goBack()
  await expect(page.getByRole('heading', { name: 'Terms of Service' })).toBeVisible()
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(700)
})

test('returns home with the back button of the page where the visit began @nightly', async ({ page }) => {
  await page.goto('/terms')
  await page.getByRole('button', { name: 'Back' }).click()
  await expect(page).toHaveURL(/\/\?t=\d+$/)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
})

test('redirects to sign-in from a page that needs an account, with the way back', async ({ page }) => {
  await page.goto('/payment/checkout/p1')
  await expect(page).toHaveURL(/\/sign\/in\?next=%2Fpayment%2Fcheckout%2Fp1&t=\d+$/)
})

test('disables zoom on a double tap @nightly', async ({ page }) => {
  await page.goto('/terms')
  await expect(page.locator('html')).toHaveCSS('touch-action', 'manipulation')
})

test('reports that a screen’s code failed to load, and reloads', async ({ page }) => {
  await page.route(/\/assets\/Terms\.page-.*\.js/, (route) => route.abort())
  await page.goto('/terms')
  await expect(page.getByRole('alert')).toContainText('Load failed, click to reload')
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Reload' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Terms of Service' })).toBeVisible()
})

test('shows the chosen language', async ({ page }) => {
  await page.goto('/terms')
  await page.getByRole('button', { name: '中文' }).click()
  await expect(page.getByRole('heading', { level: 1, name: '服务条款' })).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('lang', 'zh-CN')
  await expect(page).toHaveTitle('服务条款 · Handsfree')
})

test('reports a screen’s missing code without console errors, and loads it again @nightly', async ({
  page,
}) => {
  const heard = listen(page)
  await page.route('**/assets/Faq.page-*.js*', (route) => route.abort('connectionfailed'))
  await page.goto('/faq')
  await expect(page.getByRole('alert')).toContainText('Load failed')
  expect(heard).toEqual([])
  await page.unroute('**/assets/Faq.page-*.js*')
  await page.getByRole('button', { name: 'Reload' }).click()
  await expect(page.getByText('Do I have to wait for the courier at my hotel?')).toBeVisible()
})
