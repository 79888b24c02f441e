import { startInProcessServer } from '../../../../tools/in-process-server.ts'
import { enter, newTraveller, placeOrder } from '../../../e2e/backend.ts'
import { expectGoodOnPhones } from '../../../e2e/checks.ts'
import { inBothLanguages } from '../../../e2e/in-both-languages.ts'
import { test as base, expect } from '../../../e2e/own-address.ts'
import type { Locale } from '../../../e2e/words.ts'

const test = base.extend<{ baseURL: string }>({
  baseURL: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from the pattern
    async ({}, use) => {
      const { url, stop } = await startInProcessServer({
        PAYMENT_METHODS: 'card,wechat_pay,alipay',
        HANDSFREE_AUTOPILOT: 'off',
      })
      await use(url)
      await stop()
    },
    { scope: 'test', timeout: 60_000 },
  ],
})

const pinned: Record<Locale, { title: string; methods: string; wechat: string }> = {
  'en-US': { title: 'Ways to pay', methods: 'Card · WeChat Pay · Alipay', wechat: 'WeChat Pay' },
  'zh-CN': { title: '支付方式', methods: '银行卡 · 微信支付 · 支付宝', wechat: '微信支付' },
}

inBothLanguages((say, locale) => {
  test('names the ways to pay, and says on the order which one it was', { tag: '@nightly' }, async ({
    page,
    baseURL,
  }) => {
    const { title, methods, wechat } = pinned[locale]
    const traveller = await newTraveller(baseURL)
    const order = await placeOrder(traveller)
    await enter(page, traveller)
    await page.goto(`/payment/checkout/${order.paymentId}`)
    await expect(page.getByText(title)).toBeVisible()
    await expect(page.getByText(methods)).toBeVisible()
    await expectGoodOnPhones(page)
    await page.getByRole('button', { name: /98/ }).click()
    await page.waitForURL(/\/sandbox\/pay\//)
    await page.getByRole('radio', { name: new RegExp(wechat) }).check()
    await expectGoodOnPhones(page)
    await page.getByRole('button', { name: /98/ }).click()
    await page.waitForURL(/\/order\/detail\//)
    await expect(page.getByText(say('freshness.live'), { exact: true })).toBeVisible()
    await expect(
      page.getByText(new RegExp(`${say('charges.paid.normal', { time: '' }).trim()}.*${wechat}`)),
    ).toBeVisible()
    await expectGoodOnPhones(page)
  })
})
