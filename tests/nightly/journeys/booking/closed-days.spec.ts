import { dayOf } from '@handsfree/core/i18n'
import { expect } from '@playwright/test'
import { serveEmptyPages } from '../../../e2e/checks.ts'
import { openForm, words } from '../../../e2e/order-steps.ts'
import { test } from '../../../e2e/traveller.ts'

const zone = 'Asia/Shanghai'

test('offers no pickup on a closed day of the site, and names the closed days', async ({ page }) => {
  const tomorrow = Date.now() + 24 * 60 * 60_000
  const weekdayOf = (weekday: 'short' | 'long') =>
    new Intl.DateTimeFormat('en-US', { weekday, timeZone: zone }).format(tomorrow)
  await serveEmptyPages(page)
  await page.route('**/api/sites/qr/**', async (route) => {
    const response = await route.fetch()
    const { result, ...envelope } = await response.json()
    const hours = { opens: '00:00', closes: '00:00', closedDays: [weekdayOf('short')] }
    await route.fulfill({
      response,
      json: { ...envelope, result: { ...result, site: { ...result.site, hours } } },
    })
  })
  await openForm(page, 'demo-hotel-desk')
  await expect(
    page.locator('#field-pickupTime').getByText(`Closed on ${weekdayOf('long')}s`, { exact: true }),
  ).toBeVisible()
  const days = page.getByRole('radiogroup', { name: words('orderForm.pickupDay') }).getByRole('radio')
  const offered = await days.evaluateAll((radios) => radios.map((radio) => (radio as HTMLInputElement).value))
  expect(offered.length).toBeGreaterThanOrEqual(12)
  expect(offered).not.toContain(dayOf(tomorrow, zone))
})
