import { getOrder, operatorAnswerDestination } from '@handsfree/core/contract'
import { policy } from '@handsfree/core/policy'
import type { Page } from '@playwright/test'
import { enter, must, newPaidOrder, operatorOf } from '../backend.ts'
import { expectAccessible, expectPhoneLayout, listen } from '../checks.ts'
import { play } from '../desk.ts'
import { expectFits } from '../fits.ts'
import { expect, test } from '../own-address.ts'
import { type Locale, wordsOf } from '../words.ts'

test.describe.configure({ timeout: 90_000 })

for (const [locale, colorScheme] of [
  ['en-US', 'light'],
  ['zh-CN', 'dark'],
] as const satisfies readonly [Locale, string][]) {
  test.describe(locale, () => {
    test.use({ locale, colorScheme })

    const say = wordsOf(locale)
    const begin = async (page: Page, baseURL: string) => {
      const button = (name: string) => page.getByRole('button', { name, exact: true })
      const link = (name: string) => page.getByRole('link', { name, exact: true })
      const { traveller, order } = await newPaidOrder(baseURL)
      const { orderId } = order
      const read = async () => must(await traveller.api.call(getOrder, { params: { orderId } }))
      const onOrder = new RegExp(`/order/detail/${orderId}(\\?|$)`)
      const heard = listen(page)
      await enter(page, traveller)
      const sheet = page.getByRole('dialog', { name: say('orderChange.sheetTitle') })
      return { button, link, order, orderId, read, onOrder, heard, sheet }
    }

    test('changes an order once the difference is paid', async ({ page, baseURL }) => {
      const { button, link, orderId, read, onOrder, heard, sheet } = await begin(page, baseURL)
      // An extra bag must be paid first; until then the order is unchanged.
      await page.goto(`/order/detail/${orderId}`)
      await link(say('orderChange.start.order')).click()
      await expect(button(say('orderChange.preview'))).toBeDisabled()
      await button(say('orderForm.morePieces')).click()
      // A reload keeps the request until it is withdrawn.
      await page.reload()
      await expect(button(say('orderChange.preview'))).toBeEnabled()
      await expectPhoneLayout(page)
      await button(say('orderChange.undo')).click()
      await expect(button(say('orderChange.preview'))).toBeDisabled()
      await page.reload()
      await expect(page.getByText(say('orderChange.nothingYet'))).toBeVisible()
      await button(say('orderForm.morePieces')).click()
      await button(say('orderChange.preview')).click()
      await expect(sheet).toContainText(say('orderChange.moreWords', { minutes: policy.changePayMinutes }))
      await expect(sheet.getByRole('definition').first()).toHaveText('¥24.50')
      await expectAccessible(page)
      await page.keyboard.press('Escape')
      await expect(sheet).toHaveCount(0)
      await expect(button(say('orderChange.preview'))).toBeFocused()
      await page.keyboard.press('Enter')
      await button(say('orderChange.pay', { amount: '¥24.50' })).click()
      await page.waitForURL(/\/payment\/checkout\//)
      expect((await read()).pieces).toBe(2)
      await page.goto(`/order/detail/${orderId}`)
      await link(say('orderChange.see')).click()
      await expect(page.getByRole('heading', { name: say('orderChange.waiting.payment') })).toBeVisible()
      // If a refetch fails, the page keeps its data and marks it as stale until the network is back.
      const stale = page.getByText(say('resource.stale'), { exact: true })
      const comeOnline = () => page.evaluate(() => window.dispatchEvent(new Event('online')))
      await page.route(`**/api/orders/${orderId}`, (route) => route.fulfill({ body: 'offline' }))
      await comeOnline()
      await expect(stale).toBeVisible()
      await expect(page.getByRole('heading', { name: say('orderChange.waiting.payment') })).toBeVisible()
      await expectAccessible(page)
      await page.unroute(`**/api/orders/${orderId}`)
      await comeOnline()
      await expect(stale).toHaveCount(0)
      await link(say('orderChange.pay', { amount: '¥24.50' })).click()
      await expect(page.getByText(say('payment.source.change'), { exact: true })).toBeVisible()
      await button(say('payment.pay', { amount: '¥24.50' })).click()
      await page.waitForURL(/\/sandbox\/pay\//)
      await page.getByRole('button').click()
      await page.waitForURL(onOrder)
      await expect(page.getByText(say('trace.changedByYou'))).toBeVisible()
      expect((await read()).pieces).toBe(3)
      expect(heard).toEqual([])
    })

    test('requests another destination on the way, and gets an operator’s approval', {
      tag: '@nightly',
    }, async ({ page, baseURL }) => {
      const { button, link, order, orderId, read, onOrder, heard, sheet } = await begin(page, baseURL)
      const operator = operatorOf(baseURL)
      await play(operator, order, 'reviewing', 'in_transit')
      await page.goto(`/order/detail/${orderId}`)
      await link(say('orderChange.start.destination')).click()
      await expect(page.getByText(say('orderChange.introMoving', policy))).toBeVisible()
      await button(say('orderForm.changePart', { part: say('orderForm.part.route') })).click()
      await button(say('orderForm.changeDestination')).click()
      const places = page.getByRole('dialog')
      await places
        .getByRole('button', { name: /Pudong|浦东/ })
        .first()
        .click()
      await button(say('orderChange.previewMoving')).click()
      await expect(sheet).toContainText(
        say('orderChange.wishWords', { minutes: policy.destinationAnswerMinutes }),
      )
      await button(say('orderChange.ask')).click()
      await page.waitForURL(onOrder)
      await expect(link(say('orderChange.see'))).toBeVisible()
      await expectAccessible(page)
      await expectFits(page)
      must(await operator.call(operatorAnswerDestination, { params: { orderId }, body: { result: 'allow' } }))
      await expect(link(say('orderChange.see'))).toHaveCount(0)
      expect((await read()).delivery.siteId).toMatch(/pudong/)
      expect(heard).toEqual([])
    })
  })
}
