import { expect, type Page } from '@playwright/test'
import { expectAccessible } from '../../../e2e/checks.ts'
import { expectFits } from '../../../e2e/fits.ts'
import { unfold } from '../../../e2e/form-parts.ts'
import { chip, openForm } from '../../../e2e/order-steps.ts'
import { test } from '../../../e2e/traveller.ts'
import { fillOrder, pay, review } from '../../../e2e/trip.ts'
import { type Locale, wordsOf } from '../../../e2e/words.ts'

const minute = 60_000
const hour = 60 * minute

test.describe.configure({ timeout: 120_000 })

/** Sets the phone's clock `ahead` milliseconds ahead of the server's, and lets it run. */
const setClock = (page: Page, ahead: number) => page.clock.install({ time: Date.now() + ahead })

const trips: { locale: Locale; name: string; ahead: number; place: string; mention: string }[] = [
  {
    locale: 'en-US',
    name: '26 h slow',
    ahead: -26 * hour,
    place: 'Hongqiao Railway Station',
    mention: 'Your device’s clock is 26 hours slow. Times here are correct.',
  },
  {
    locale: 'zh-CN',
    name: '30 h fast',
    ahead: 30 * hour,
    place: '上海虹桥站',
    mention: '设备时间快了 30 小时。这里显示的时间是准确的。',
  },
]

for (const { locale, name, ahead, place, mention } of trips) {
  test.describe(`a phone that is ${name}, in ${locale}`, () => {
    test.use({ locale })
    test('sends bags tomorrow, warns of the clock, and follows them live', {
      tag: '@nightly',
    }, async ({ page }) => {
      const say = wordsOf(locale)
      const tomorrow = say('time.dayAndClock', { day: say('time.tomorrow'), clock: say.hour('14:00') })
      await setClock(page, ahead)
      await openForm(page, 'demo-hotel-desk', say)
      const warning = page.getByText(mention, { exact: true })
      await expect(warning).toBeVisible()
      await unfold(page, 'when')
      await expect(chip(page, say('orderForm.pickupDay'), say('time.tomorrow'))).toBeVisible()
      await expectFits(page)
      await expectAccessible(page)

      await fillOrder(page, say, { place })
      await review(page, say)
      await expect(page.getByText(tomorrow).first()).toBeVisible()
      await page.getByRole('button', { name: say('common.close'), exact: true }).click()
      await expect(warning).toHaveCount(0)
      await pay(page)
      await expect(page.getByText(say('freshness.live'), { exact: true })).toBeVisible()
      await expect(page.getByText(tomorrow).first()).toBeVisible()
      await page.reload()
      await expect(page.getByText(say('freshness.live'), { exact: true })).toBeVisible()
      await expect(warning).toHaveCount(0)
    })
  })
}
