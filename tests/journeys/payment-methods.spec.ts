import { startServerHere } from '../../tools/server-here.ts'
import { enter, newTraveller, placeOrder } from './backend.ts'
import { expectAccessible } from './checks.ts'
import { test as base, expect } from './own-address.ts'
import { type Locale, wordsOf } from './words.ts'

const test = base.extend<{ baseURL: string }>({
  baseURL: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from the pattern
    async ({}, use) => {
      const { url, stop } = await startServerHere({
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

for (const locale of ['en-US', 'zh-CN'] as const satisfies readonly Locale[]) {
  test(`names the ways to pay, and says on the order which one it was (${locale})`, async ({
    page,
    baseURL,
  }) => {
    const say = wordsOf(locale)
    const { title, methods, wechat } = pinned[locale]
    const traveller = await newTraveller(baseURL)
    const order = await placeOrder(traveller)
    await page.addInitScript((value) => localStorage.setItem('language', value), locale)
    await enter(page, traveller)
    await page.goto(`/payment/checkout/${order.paymentId}`)
    await expect(page.getByText(title)).toBeVisible()
    await expect(page.getByText(methods)).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: /98/ }).click()
    await page.waitForURL(/\/sandbox\/pay\//)
    await page.getByRole('radio', { name: new RegExp(wechat) }).check()
    await page.getByRole('button', { name: /98/ }).click()
    await page.waitForURL(/\/order\/detail\//)
    await expect(page.getByText(say('freshness.live'), { exact: true })).toBeVisible()
    await expect(
      page.getByText(new RegExp(`${say('charges.paid.normal', { time: '' }).trim()}.*${wechat}`)),
    ).toBeVisible()
  })
}
