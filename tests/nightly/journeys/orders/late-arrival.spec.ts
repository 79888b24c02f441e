import { makeReceiverLink, type Order, type Trip } from '@handsfree/core/contract'
import type { Page } from '@playwright/test'
import { enter, must, newPaidOrder, operatorOf } from '../../../e2e/backend.ts'
import { expectPhoneLayout, listen } from '../../../e2e/checks.ts'
import { play } from '../../../e2e/desk.ts'
import { expect, test } from '../../../e2e/own-address.ts'
import { type Locale, wordsOf } from '../../../e2e/words.ts'

/** An arrival window that ended an hour ago, so bags on their way are late. */
const passed = () => ({
  arrivalFrom: new Date(Date.now() - 80 * 60_000).toISOString(),
  estimatedDelivery: new Date(Date.now() - 60 * 60_000).toISOString(),
})

/** Responds like the server an hour after the window. */
async function makeLate(page: Page): Promise<void> {
  const change = <Value>(value: Value): Value => {
    const late = (one: object) => ('estimatedDelivery' in one ? { ...one, ...passed() } : one)
    const { list } = value as { list?: (Order | Trip)[] }
    return (list ? { ...value, list: list.map(late) } : late(value as object)) as Value
  }
  await page.route(/\/api\/(?:orders\/(?:page|[\w-]{20,})|trips)(?:\?|$)/, async (route) => {
    const response = await route.fetch()
    const { result, ...envelope } = await response.json()
    await route.fulfill({ response, json: { ...envelope, result: result && change(result) } })
  })
}

for (const locale of ['en-US', 'zh-CN'] as const satisfies readonly Locale[]) {
  test(`reports late bags on every page that shows their time (${locale})`, async ({
    page,
    browser,
    baseURL,
  }) => {
    const say = wordsOf(locale)
    const { traveller, order } = await newPaidOrder(baseURL)
    await play(operatorOf(baseURL), order, 'reviewing', 'in_transit')
    await page.addInitScript((value) => localStorage.setItem('language', value), locale)
    await enter(page, traveller)
    await makeLate(page)
    const heard = listen(page)
    const late = page.getByRole('heading', { name: say('orderHeadline.late', { pieces: 2 }) })
    const promised = say('orderTag.arrives', { time: '' }).trim()
    const planned = say('orderTag.late', { time: '' }).trim()
    await page.goto('/')
    await expect(late).toBeVisible()
    await expect(page.getByRole('main')).toContainText(planned)
    await page.goto(`/order/detail/${order.orderId}`)
    await expect(late).toBeVisible()
    await expect(page.getByRole('main')).toContainText(planned)
    await expect(page.getByRole('main')).not.toContainText(promised)
    await expectPhoneLayout(page)
    expect(heard).toEqual([])

    const body = { showsClaimCode: false }
    const { link } = must(
      await traveller.api.call(makeReceiverLink, { params: { orderId: order.orderId }, body }),
    )
    const context = await browser.newContext({ baseURL, locale, viewport: { width: 390, height: 844 } })
    const receiver = await context.newPage()
    await makeLate(receiver)
    const heardThere = listen(receiver)
    await receiver.goto(link?.path ?? '')
    await expect(
      receiver.getByRole('heading', { name: say('trip.headline.late', { pieces: 2 }) }),
    ).toBeVisible()
    await expect(receiver.getByRole('main')).not.toContainText(promised)
    await expectPhoneLayout(receiver)
    expect(heardThere).toEqual([])
    await context.close()
  })
}
