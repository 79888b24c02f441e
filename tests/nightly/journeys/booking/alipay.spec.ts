import { devices, type Page } from '@playwright/test'
import type { BuiltServer } from '../../../../tools/built-server.ts'
import { enter, newTraveller, placeOrder } from '../../../e2e/backend.ts'
import { inBothLanguages } from '../../../e2e/in-both-languages.ts'
import { expect, test } from '../../../e2e/own-address.ts'
import { startWithoutAutopilot } from '../../../e2e/server-without-autopilot.ts'
import { startAlipay } from '../../running/alipay-stand-in.ts'
import { expectRefunds } from './refunds.ts'

const phone = devices['Pixel 7'].userAgent

inBothLanguages((say) => {
  test.describe('Alipay', { tag: '@nightly' }, () => {
    let server: BuiltServer
    let alipay: Awaited<ReturnType<typeof startAlipay>>
    test.beforeAll(async () => {
      alipay = await startAlipay()
      const { appId, privateKey, publicKey, sellerId } = alipay.settings
      server = await startWithoutAutopilot({
        ALIPAY_APP_ID: appId,
        ALIPAY_PRIVATE_KEY: privateKey,
        ALIPAY_PUBLIC_KEY: publicKey,
        ALIPAY_SELLER_ID: sellerId,
        ALIPAY_GATEWAY: alipay.gateway,
      })
    })
    test.afterAll(async () => {
      await server.discard()
      await alipay.stop()
    })

    const choice = (page: Page) => page.getByText(say('payment.method.alipay'), { exact: true })
    const payButton = (page: Page) =>
      page.getByRole('button', { name: new RegExp(say('payment.pay', { amount: '.*' })) })
    const openCheckout = async (page: Page) => {
      const traveller = await newTraveller(server.url, 'Ada')
      const order = await placeOrder(traveller)
      await enter(page, traveller)
      await page.goto(`${server.url}/payment/checkout/${order.paymentId}`)
      await expect(payButton(page)).toBeVisible()
      return { traveller, order }
    }
    /** Opens the cashier, leaves it without paying, then pays there. */
    const pay = async (page: Page, product: string) => {
      const { traveller, order } = await openCheckout(page)
      await choice(page).click()
      await payButton(page).click()
      await page.waitForURL(/\/gateway\.do\?/)
      const { method, content } = alipay.requests.at(-1)!
      expect(method).toBe(product)
      await page.goBack()
      await expect(payButton(page)).toBeVisible()
      await choice(page).click()
      await payButton(page).click()
      await page.waitForURL(/\/gateway\.do\?/)
      const webhook = `${server.url}/api/payments/webhook/alipay`
      expect(await alipay.notify(webhook, alipay.pay(content.out_trade_no!))).toBe('200 success')
      await page.getByRole('link', { name: 'return' }).click()
      await page.waitForURL(new RegExp(`/order/detail/${order.orderId}`))
      await expectRefunds(traveller, order, 'alipay')
    }

    test.describe('on a phone', () => {
      test.use({ userAgent: phone })
      test('pays in its app’s page, after leaving it once, and gets both refunds', ({ page }) =>
        pay(page, 'alipay.trade.wap.pay'))
    })

    test.describe('on a computer', () => {
      test.use({
        userAgent: devices['Desktop Chrome'].userAgent,
        viewport: { width: 1280, height: 800 },
        isMobile: false,
      })
      test('pays at its cashier, after leaving it once, and gets both refunds', ({ page }) =>
        pay(page, 'alipay.trade.page.pay'))
    })

    test.describe('in WeChat', () => {
      test.use({ userAgent: `${phone} MicroMessenger/8.0.50` })
      test('offers no Alipay, since WeChat blocks it', async ({ page }) => {
        await openCheckout(page)
        await expect(choice(page)).toBeHidden()
      })
    })
  })
})
