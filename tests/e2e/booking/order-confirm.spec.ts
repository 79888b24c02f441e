import { policy } from '@handsfree/core/policy'
import { expect, type Page, type Route } from '@playwright/test'
import { expectAccessible } from '../checks.ts'
import { chooseSlot, unfold } from '../form-parts.ts'
import { countOrders, openConfirmation, openForm, toStation, words } from '../order-steps.ts'
import { test } from '../traveller.ts'
import { fillOrder } from '../trip.ts'
import { type Locale, wordsOf } from '../words.ts'

const pay = (page: Page, amount = '¥98.00') =>
  page.getByRole('button', { name: `Pay ${amount}`, exact: true })
const providersPage = /\/sandbox\/pay\//

function watchPosts(page: Page): string[] {
  const keys: string[] = []
  page.on('request', (request) => {
    if (request.method() !== 'POST' || !/\/api\/orders$/.test(request.url())) return
    keys.push(request.headers()['idempotency-key'] ?? 'none')
  })
  return keys
}

test('shows the order as a tag, its price and its promises', async ({ page }) => {
  await openConfirmation(page, 'demo-hotel-room-1208')
  const main = page.getByRole('main')
  await expect(main.getByRole('list').first()).toHaveText(
    /From Lakeside Garden HotelRoom 1208.*To Hongqiao Railway StationStorage desk, level B1, exit 4 · 1500 Shengui Road, Shanghai/,
  )
  await expect(
    main.getByText(`Pickup tomorrow at ${words.hour('14:00')}, delivery by ${words.hour('18:00')}`),
  ).toBeVisible()
  await expect(main.getByText('2 bags · 1 photo')).toBeVisible()
  await expect(main.getByText('Alex', { exact: true })).toBeVisible()
  await expect(main.getByText(/Collected by you · \+86 138 \*{4} \d{4}$/)).toBeVisible()
  await expect(main.getByRole('term')).toHaveText(['¥49.00 × 2', 'Coverage up to ¥3,000 per bag', 'Total'])
  await expect(main.getByRole('definition')).toHaveText(['¥98.00', 'included', '¥98.00'])
  await expect(
    main.getByText(/^Free to cancel until (today|tomorrow) at (\d+:\d\d\s[AP]M|noon)$/),
  ).toBeVisible()
  await expect(main.getByText(words('promise.freeWait', policy))).toBeVisible()
  await expect(main.getByText(words('promise.refusal', policy))).toBeVisible()
  await expect(pay(page)).toBeEnabled()
  await expectAccessible(page)
})

test('goes forward to the confirmation again, and to the form once that is incomplete @nightly', async ({
  page,
}) => {
  const onForm = /\/order\/create\//
  await openConfirmation(page, 'demo-hotel-desk')
  await page.goBack()
  await expect(page).toHaveURL(onForm)
  await unfold(page, 'bags')
  await page.getByRole('button', { name: words('orderForm.morePieces') }).click()
  await page.goForward()
  await expect(pay(page, '¥122.50')).toBeEnabled()
  await expect(page).toHaveURL(/\/order\/confirm/)
  await page.goBack()
  await expect(page).toHaveURL(onForm)
  await unfold(page, 'bags')
  await page.getByRole('button', { name: words('photo.remove', { number: 1 }) }).click()
  await page.goForward()
  await expect(page.getByRole('button', { name: words('orderForm.review') })).toBeEnabled()
  await expect(page).toHaveURL(onForm)
})

test('returns from the confirmation to the form, with the route unfolded and in focus @nightly', async ({
  page,
}) => {
  await openConfirmation(page, 'demo-hotel-desk')
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await page.getByRole('button', { name: words('orderConfirm.change') }).click()
  await expect(page).toHaveURL(/\/order\/create\/demo-hotel-desk/)
  await expect(page.getByRole('heading', { name: 'Route', exact: true })).toBeFocused()
  await unfold(page, 'when')
  await chooseSlot(page, words, 'deliveryTime', '19:00')
  await page.getByRole('button', { name: words('orderForm.review') }).click()
  await expect(page.getByRole('main')).toContainText(
    `Pickup tomorrow at ${words.hour('14:00')}, delivery by ${words.hour('19:00')}`,
  )
})

test('lets the traveller decline the terms without losing the draft @nightly', async ({ page }) => {
  await openForm(page, 'demo-hotel-desk')
  await fillOrder(page, words, { place: toStation })
  await page.getByRole('button', { name: words('orderForm.review') }).click()
  const terms = page.getByRole('dialog', { name: words('orderForm.agreeToTerms') })
  await expect(terms.getByRole('heading', { name: words('terms.cancelling.title') })).toBeAttached()
  await expectAccessible(page)
  await terms.getByRole('button', { name: words('common.close') }).click()
  await expect(terms).toBeHidden()
  await expect(page.getByText(words('orderForm.complete')).first()).toBeVisible()
  await expect(page).toHaveURL(/\/order\/create\/demo-hotel-desk/)
})

test.describe('placing an order once', () => {
  test('places one order for several quick taps', async ({ page, traveller }) => {
    const keys = watchPosts(page)
    await openConfirmation(page, 'demo-hotel-desk')
    await pay(page).evaluate((button: HTMLButtonElement) => {
      for (let tap = 0; tap < 3; tap += 1) button.click()
    })
    await page.waitForURL(providersPage)
    expect(keys).toHaveLength(1)
    expect(await countOrders(traveller)).toBe(1)
  })

  test('places one order when the response is lost and the request is repeated @nightly', async ({
    page,
    traveller,
  }) => {
    const keys = watchPosts(page)
    await openConfirmation(page, 'demo-hotel-desk')
    const loseAnswer = async (route: Route) => {
      await route.fetch()
      await route.abort()
    }
    await page.route('**/api/orders', loseAnswer)
    await pay(page).click()
    await expect(page.getByText(words('placementProblem.outcomeUnknown'))).toBeVisible()
    await expectAccessible(page)
    await page.unroute('**/api/orders')
    await page.getByRole('button', { name: words('common.tryAgain') }).click()
    await page.waitForURL(providersPage)
    expect(keys.length).toBeGreaterThan(1)
    expect(new Set(keys).size).toBe(1)
    expect(await countOrders(traveller)).toBe(1)
  })
})

test('returns from the payment provider to the order, without a loop @nightly', async ({ page }) => {
  await openConfirmation(page, 'demo-hotel-desk')
  await pay(page).click()
  await page.waitForURL(providersPage)
  await page.goBack()
  await expect(page).toHaveURL(/\/order\/detail\/[\w-]+\?t=\d+$/)
  await expect(page.getByText(words('orderStatus.pending_payment')).first()).toBeVisible()
})

test('returns from a payment that fails to load to the order, not to an empty form @nightly', async ({
  page,
  traveller,
}) => {
  await openConfirmation(page, 'demo-hotel-desk')
  await page.route('**/api/payments', (route) =>
    route.fulfill({ status: 500, json: { code: 1003, message: 'internal server error', result: null } }),
  )
  await pay(page).click()
  await expect(page.getByText(words('payment.unavailableTitle'))).toBeVisible()
  await page.getByRole('button', { name: words('common.back') }).click()
  await expect(page).toHaveURL(/\/order\/detail\/[\w-]+\?t=\d+$/)
  await expect(page.getByText(words('orderStatus.pending_payment')).first()).toBeVisible()
  expect(await countOrders(traveller)).toBe(1)
})

for (const locale of ['en-US', 'zh-CN'] satisfies Locale[]) {
  test.describe(`an order that costs nothing, in ${locale}`, () => {
    test.use({ locale, colorScheme: locale === 'zh-CN' ? 'dark' : 'light' })
    const say = wordsOf(locale)

    test('skips the payment of a free order, and leaves nothing to confirm @nightly', async ({ page }) => {
      await openConfirmation(page, 'demo-sponsored', say, locale === 'zh-CN' ? '上海虹桥站' : undefined)
      await expect(page.getByText(say('price.sponsored', { count: 2 }))).toBeVisible()
      await expectAccessible(page)
      await page.getByRole('button', { name: say('orderConfirm.sendForFree') }).click()
      await expect(page).toHaveURL(/\/order\/detail\/[\w-]+\?t=\d+$/)
      await page.goto('/order/confirm')
      await expect(page.getByRole('heading', { name: say('orderConfirm.nothingPending') })).toBeVisible()
      await expect(page.getByRole('link', { name: say('orderConfirm.scan') })).toHaveAttribute(
        'href',
        '/qr-code/scan',
      )
      await expectAccessible(page)
    })
  })
}
