import { emptyDraft } from '@handsfree/core/booking'
import { expect } from '@playwright/test'
import { serveEmptyPages } from '../../../e2e/checks.ts'
import { leavePreview, openForm, toStation, words } from '../../../e2e/order-steps.ts'
import { test } from '../../../e2e/traveller.ts'
import { chooseDestination } from '../../../e2e/trip.ts'

const receiver = { who: 'me' as const, name: 'Alex', dialCode: '86', phoneNumber: '13812342046' }

test('focuses the number of bags when there are too many', async ({ page, traveller }) => {
  await leavePreview(page, traveller, {
    qrId: 'demo-hotel-desk',
    draft: { ...emptyDraft(receiver), pieces: 25 },
  })
  await openForm(page, 'demo-hotel-desk')
  await chooseDestination(page, words, toStation)
  await page.getByRole('button', { name: words('orderForm.review') }).click()
  const pieces = page.getByRole('spinbutton', { name: words('orderForm.pieces') })
  await expect(pieces).toBeFocused()
  await expect(pieces).toHaveAccessibleDescription(/Choose 1 to 20 bags/)
})

test('explains that a site is never open for a slot, and focuses the pickup’s heading', async ({ page }) => {
  await serveEmptyPages(page)
  await page.route('**/api/sites/qr/**', async (route) => {
    const response = await route.fetch()
    const { result, ...envelope } = await response.json()
    // Open for 15 minutes, in which no slot of 30 minutes starts.
    const site = { ...result.site, hours: { opens: '03:05', closes: '03:20' } }
    await route.fulfill({ response, json: { ...envelope, result: { ...result, site } } })
  })
  await openForm(page, 'demo-hotel-desk')
  await chooseDestination(page, words, toStation)
  await page.getByRole('button', { name: words('orderForm.review') }).click()
  const pickup = page.locator('#field-pickupTime')
  await expect(pickup.getByText(words('orderForm.problem.pickupTimeRequired'))).toBeVisible()
  await expect(pickup.getByRole('heading', { name: words('orderForm.pickup') })).toBeFocused()
})
