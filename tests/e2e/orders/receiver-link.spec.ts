import { makeReceiverLink } from '@handsfree/core/contract'
import { splitClaimCode } from '@handsfree/core/orders'
import type { Locator } from '@playwright/test'
import { enter, must, newPaidOrder, newTraveller, operatorOf, placePaidOrder } from '../backend.ts'
import { expectAccessible, expectPhoneLayout, listen } from '../checks.ts'
import { play } from '../desk.ts'
import { expect, test } from '../own-address.ts'
import { type Locale, wordsOf } from '../words.ts'

for (const locale of ['en-US', 'zh-CN'] as const satisfies readonly Locale[]) {
  test(`shares an order with its recipient by a link until the link is revoked (${locale}) @nightly`, async ({
    page,
    browser,
    baseURL,
  }) => {
    const say = wordsOf(locale)
    const button = (name: string) => page.getByRole('button', { name, exact: true })
    const { traveller, order } = await newPaidOrder(baseURL)
    const operator = operatorOf(baseURL)
    await play(operator, order, 'reviewing', 'in_transit')
    await page.addInitScript((value) => localStorage.setItem('language', value), locale)
    await enter(page, traveller)
    await page.goto(`/order/detail/${order.orderId}`)
    await button(say('receiverLink.open')).click()
    await button(say('receiverLink.make')).click()
    const address = await page.getByText(/\/trip\/[\w-]{22}$/).textContent()

    const context = await browser.newContext({ baseURL, locale, viewport: { width: 320, height: 640 } })
    const receiver = await context.newPage()
    const heard = listen(receiver)
    const answer = await receiver.goto(address ?? '')
    expect(answer?.headers()).toMatchObject({
      'cache-control': 'no-store',
      'x-robots-tag': 'noindex, nofollow, noarchive',
    })
    const headline = (stage: 'onTheWay' | 'arrived' | 'stored') =>
      receiver.getByRole('heading', { name: say(`trip.headline.${stage}`, { pieces: 2 }) })
    await expect(headline('onTheWay')).toBeVisible()
    await expect(receiver.getByText(say('freshness.live'), { exact: true })).toBeVisible()
    await expect(receiver.getByText(say('trip.codeWithSender'))).toBeVisible()
    for (const secret of ['Ada', traveller.phone.phoneNumber, '98.00', splitClaimCode(order.claimCode ?? '')])
      await expect(receiver.locator('body')).not.toContainText(secret)

    await play(operator, order, 'in_transit', 'delivered')
    await expect(headline('stored')).toBeVisible({ timeout: 2_000 })
    await page.getByText(say('receiverLink.withCode'), { exact: true }).click()
    const code = receiver.getByRole('img', {
      name: say('order.claimQr', { code: [...(order.claimCode ?? '')].join(' ') }),
    })
    await expect(code).toBeVisible({ timeout: 2_000 })
    // The page isn't cached, so an offline reload is empty.
    await expect(receiver.getByText(say('order.worksOffline'))).toHaveCount(0)
    await expectPhoneLayout(receiver)

    await button(say('receiverLink.takeBack')).click()
    await expect(receiver.getByText(say('trip.endedTitle'))).toBeVisible({ timeout: 2_000 })
    await expect(code).toHaveCount(0)
    await receiver.reload()
    await expect(receiver.getByText(say('trip.endedTitle'))).toBeVisible()
    await expect(button(say('receiverLink.make'))).toBeVisible()
    await expectAccessible(page)
    expect(heard).toEqual([])
    await context.close()
  })
}

test('separates the lines about the city’s time and the link’s end from their neighbours @nightly', async ({
  browser,
  baseURL,
}) => {
  const say = wordsOf('en-US')
  const { traveller, order } = await newPaidOrder(baseURL)
  const { orderId } = order
  const params = { orderId }
  const { link } = must(
    await traveller.api.call(makeReceiverLink, { params, body: { showsClaimCode: false } }),
  )
  await play(operatorOf(baseURL), order, 'reviewing', 'in_transit')
  const context = await browser.newContext({ baseURL, locale: 'en-US', timezoneId: 'Europe/London' })
  const page = await context.newPage()
  const gap = async (above: Locator, below: Locator) => {
    const [one, other] = [await above.boundingBox(), await below.boundingBox()]
    return (other?.y ?? 0) - (one?.y ?? 0) - (one?.height ?? 0)
  }
  await page.goto(link?.path ?? '')
  const zone = page.getByText(say('time.allIn', { city: 'Hangzhou' }))
  await expect(zone).toBeVisible()
  expect(await gap(zone, page.getByRole('list', { name: say('tripStep.label') }))).toBeGreaterThanOrEqual(12)
  await play(operatorOf(baseURL), order, 'in_transit', 'handed')
  const end = page.getByText(/^Link expires /)
  await expect(end).toBeVisible()
  const places = page.getByRole('region', { name: say('orderForm.fromAndTo') })
  expect(await gap(places, end)).toBeGreaterThanOrEqual(12)
  await context.close()
})

test('opens in the recipient’s language until the device has chosen its own @nightly', async ({
  browser,
  baseURL,
}) => {
  const traveller = await newTraveller(baseURL)
  const receiver = { name: 'Lin', dialCode: '852', phoneNumber: '51234567', locale: 'zh-CN' as const }
  const { orderId } = await placePaidOrder(traveller, { receiver })
  const body = { showsClaimCode: false }
  const { link } = must(await traveller.api.call(makeReceiverLink, { params: { orderId }, body }))
  expect(link?.path).toMatch(/^\/trip\/[\w-]{22}\?lang=zh-CN$/)
  const context = await browser.newContext({ baseURL, locale: 'en-US' })
  const page = await context.newPage()
  const heard = listen(page)
  const headline = (locale: Locale) =>
    page.getByRole('heading', { name: wordsOf(locale)('trip.headline.inReview') })
  const answer = await page.goto(link?.path ?? '')
  expect(await answer?.text()).toContain('<html lang="zh-CN"')
  await expect(headline('zh-CN')).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('lang', 'zh-CN')
  await page.reload()
  await expect(headline('zh-CN')).toBeVisible()
  // The language applies to the link's page only.
  await page.goto('/')
  await expect(page.getByRole('link', { name: wordsOf('en-US')('home.scan') })).toBeVisible()
  await page.goto(link?.path ?? '')
  await expect(headline('zh-CN')).toBeVisible()
  await page.evaluate(() => localStorage.setItem('language', 'en-US'))
  await page.reload()
  await expect(headline('en-US')).toBeVisible()
  expect(heard).toEqual([])
  await context.close()
})
