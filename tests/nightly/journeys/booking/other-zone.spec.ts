import { createClaim, makeReceiverLink, type NewClaim } from '@handsfree/core/contract'
import {
  enter,
  must,
  newKey,
  newPaidOrder,
  newTraveller,
  operatorOf,
  placePaidOrder,
} from '../../../e2e/backend.ts'
import { expectPhoneLayout } from '../../../e2e/checks.ts'
import { play } from '../../../e2e/desk.ts'
import { inBothLanguages } from '../../../e2e/in-both-languages.ts'
import { expect, test } from '../../../e2e/own-address.ts'

test.use({ timezoneId: 'Europe/Berlin' })

inBothLanguages((say, locale) => {
  const inCity = locale === 'zh-CN' ? /(杭州|上海)时间/ : /\((Hangzhou|Shanghai)\)/

  test('names the city of each time on a phone in another zone', { tag: '@nightly' }, async ({
    page,
    baseURL,
  }) => {
    const { traveller, order } = await newPaidOrder(baseURL)
    const params = { orderId: order.orderId }
    await enter(page, traveller)
    await page.goto('/')
    const [from, to] = [0, 1].map((index) => page.getByRole('main').getByRole('listitem').nth(index))
    await expect(from!).toHaveText(inCity)
    await expect(to!).toHaveText(inCity)
    await expectPhoneLayout(page)

    await page.goto(`/order/change/${order.orderId}`)
    await page.getByRole('button', { name: say('orderForm.morePieces'), exact: true }).click()
    await page.getByRole('button', { name: say('orderChange.preview'), exact: true }).click()
    const sheet = page.getByRole('dialog', { name: say('orderChange.sheetTitle') })
    await expect(sheet.getByRole('definition').last()).toHaveText(inCity)
    await expectPhoneLayout(page)
    await sheet.getByRole('button', { name: say('orderChange.goOn'), exact: true }).click()
    await expect(sheet).toBeHidden()

    await play(operatorOf(baseURL), order, 'reviewing', 'in_transit')
    const body: NewClaim = { kind: 'damaged', words: 'A wheel is broken', photos: [], amount: 0 }
    must(await traveller.api.call(createClaim, { params, body, idempotencyKey: newKey() }))
    await page.goto(`/order/claims/${order.orderId}`)
    await expect(page.getByRole('list', { name: say('claim.history') })).toHaveText(inCity)
    await expectPhoneLayout(page)
  })

  test('names the city of a recipient’s times once', { tag: '@nightly' }, async ({ page, baseURL }) => {
    const { traveller, order } = await newPaidOrder(baseURL)
    const params = { orderId: order.orderId }
    const { link } = must(
      await traveller.api.call(makeReceiverLink, { params, body: { showsClaimCode: false } }),
    )
    await page.goto(link?.path ?? '')
    const city = locale === 'zh-CN' ? '杭州' : 'Hangzhou'
    await expect(page.getByText(say('time.allIn', { city }), { exact: true })).toBeVisible()
    const clocks = locale === 'zh-CN' ? /杭州时间/g : /Hangzhou time|\(Hangzhou\)/g
    expect((await page.getByRole('main').textContent())?.match(clocks)).toHaveLength(1)
    await expectPhoneLayout(page)
  })

  test('names the city of opening hours, but not of a site that is always open', {
    tag: '@nightly',
  }, async ({ page }) => {
    const city = say('time.ofCity', { city: locale === 'zh-CN' ? '杭州' : 'Hangzhou' })
    await page.goto('/site/detail/hangzhou-east-station')
    await expect(page.getByText(city)).toBeVisible()
    await page.goto('/site/detail/lakeside-garden-hotel')
    await expect(page.getByText(say('siteDetail.allDay'), { exact: true })).toBeVisible()
    await expect(page.getByText(city)).toHaveCount(0)
  })

  test.describe('from home', () => {
    test.use({ timezoneId: 'Asia/Shanghai' })

    test('names the city of a time once the phone changes its zone, with the page open', async ({
      page,
      baseURL,
    }) => {
      const traveller = await newTraveller(baseURL)
      await placePaidOrder(traveller)
      await enter(page, traveller)
      await page.goto('/')
      const to = page.getByRole('main').getByRole('listitem').nth(1)
      await expect(to).toHaveText(/\d/)
      await expect(to).not.toHaveText(inCity)
      await page.evaluate(() => {
        const { resolvedOptions } = Intl.DateTimeFormat.prototype
        Intl.DateTimeFormat.prototype.resolvedOptions = function () {
          return { ...resolvedOptions.call(this), timeZone: 'Europe/Berlin' }
        }
      })
      await expect(async () => {
        await page.evaluate(() => dispatchEvent(new Event('focus')))
        await expect(to).toHaveText(inCity, { timeout: 1_000 })
      }).toPass()
    })
  })
})
