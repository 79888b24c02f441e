import { enter, newTraveller, placePaidOrder } from './backend.ts'
import { expectGoodOnPhones, listen } from './checks.ts'
import { expect, test } from './own-address.ts'
import { type Locale, wordsOf } from './words.ts'

const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString()

const pinned: Record<Locale, RegExp> = {
  'en-US': /Nobody came\? You can wait/,
  'zh-CN': /还没有人来取件/,
}

for (const locale of ['en-US', 'zh-CN'] as const satisfies readonly Locale[]) {
  test(`says first that nobody came, with the hotline and the ways to change and cancel (${locale})`, async ({
    page,
    baseURL,
  }) => {
    const say = wordsOf(locale)
    const traveller = await newTraveller(baseURL)
    const { orderId } = await placePaidOrder(traveller)
    await page.addInitScript((value) => localStorage.setItem('language', value), locale)
    await enter(page, traveller)
    await page.route(`**/api/orders/${orderId}`, async (route) => {
      const response = await route.fetch()
      const { result, ...envelope } = await response.json()
      const changed = {
        pickupTime: hoursAgo(2),
        createTime: hoursAgo(4),
        promises: { ...result.promises, freeCancellationUntil: hoursAgo(6), pickupMissedFrom: hoursAgo(1) },
      }
      await route.fulfill({ response, json: { ...envelope, result: { ...result, ...changed } } })
    })
    const heard = listen(page)
    await page.goto(`/order/detail/${orderId}`)
    await expect(
      page.getByRole('heading', { name: say('orderHeadline.pickupMissed', { pieces: 2 }) }),
    ).toBeVisible()
    const main = page.getByRole('main')
    await expect(main).toContainText(pinned[locale])
    await expect(page.getByText(say('promises.cancel.nobodyCame', { price: 'other' }))).toHaveCount(1)
    const call = main.getByRole('link', { name: say('order.callSupport') }).first()
    await expect(call).toHaveAttribute('href', /^tel:\+\d+/)
    await expect(main.getByRole('link', { name: say('orderChange.start.order') })).toBeVisible()
    await expectGoodOnPhones(page)
    // The server's clock has not moved: it asks before it decides.
    await main.getByRole('button', { name: say('cancellation.start') }).click()
    await expect(page.getByRole('dialog', { name: say('cancellation.title') })).toBeVisible()
    expect(heard).toEqual([])
  })
}
