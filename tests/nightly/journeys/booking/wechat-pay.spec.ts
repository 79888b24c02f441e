import type { Order } from '@handsfree/core/contract'
import { devices, type Page } from '@playwright/test'
import type { BuiltServer } from '../../../../tools/built-server.ts'
import { enter, newTraveller, placeOrder, type Traveller } from '../../../e2e/backend.ts'
import { expectAccessible } from '../../../e2e/checks.ts'
import { inBothLanguages } from '../../../e2e/in-both-languages.ts'
import { expect, test } from '../../../e2e/own-address.ts'
import { startWithoutAutopilot } from '../../../e2e/server-without-autopilot.ts'
import type { Locale, Say } from '../../../e2e/words.ts'
import { startWechatPay } from '../../running/wechat-pay-stand-in.ts'
import { expectRefunds } from './refunds.ts'

const phone = devices['Pixel 7'].userAgent
const browsers = {
  wechat: `${phone} MicroMessenger/8.0.50`,
  phone,
  pc: devices['Desktop Chrome'].userAgent,
}

const pinned = {
  'en-US': {
    opening: 'Opening WeChat Pay…',
    cancelled: 'You closed WeChat Pay without paying.',
    again: 'Try again',
  },
  'zh-CN': { opening: '正在打开微信支付…', cancelled: '您关闭了微信支付，尚未付款。', again: '重试' },
} satisfies Record<Locale, object>
const links = {
  'en-US': { open: 'Open WeChat', hasPaid: 'I’ve paid', code: 'QR code of WeChat Pay' },
  'zh-CN': { open: '打开微信', hasPaid: '我已支付', code: '微信支付二维码' },
} satisfies Record<Locale, object>

type BridgeCall = { request: Record<string, string>; answer: (result: string) => void }

/** WeChat's bridge, which it adds to the page when the test says so. */
const addBridge = (page: Page) =>
  page.evaluate(() => {
    const calls: BridgeCall[] = []
    const bridge = {
      invoke: (_: string, request: Record<string, string>, answer: (result: object) => void) =>
        calls.push({ request, answer: (result) => answer({ err_msg: `get_brand_wcpay_request:${result}` }) }),
    }
    Object.assign(window, { WeixinJSBridge: bridge, bridgeCalls: calls })
    document.dispatchEvent(new Event('WeixinJSBridgeReady'))
  })
const requestOf = (page: Page) =>
  page.evaluate(() => (window as unknown as { bridgeCalls: BridgeCall[] }).bridgeCalls.at(-1)?.request ?? {})
const answer = (page: Page, result: 'ok' | 'cancel') =>
  page.evaluate(
    (given) => (window as unknown as { bridgeCalls: BridgeCall[] }).bridgeCalls.at(-1)?.answer(given),
    result,
  )

inBothLanguages((say: Say, locale) => {
  test.describe('WeChat Pay', { tag: '@nightly' }, () => {
    let server: BuiltServer
    let wechat: Awaited<ReturnType<typeof startWechatPay>>
    test.beforeAll(async () => {
      wechat = await startWechatPay(() => new Date())
      wechat.trouble.refundStatus = 'SUCCESS'
      const { merchantId, appId, appSecret, serial, privateKey, apiV3Key, publicKey, publicKeyId, url } =
        wechat.settings
      server = await startWithoutAutopilot({
        WECHAT_PAY_MCH_ID: merchantId,
        WECHAT_PAY_APP_ID: appId,
        WECHAT_PAY_APP_SECRET: appSecret,
        WECHAT_PAY_SERIAL: serial,
        WECHAT_PAY_PRIVATE_KEY: privateKey,
        WECHAT_PAY_API_V3_KEY: apiV3Key,
        WECHAT_PAY_PUBLIC_KEY: publicKey,
        WECHAT_PAY_PUBLIC_KEY_ID: publicKeyId,
        WECHAT_PAY_URL: url ?? '',
      })
    })
    test.afterAll(async () => {
      await server.discard()
      await wechat.stop()
    })

    const webhook = () => `${server.url}/api/payments/webhook/wechat_pay`

    /** Chooses WeChat Pay for a new order, and stops at its page. */
    async function openPage(page: Page): Promise<{ traveller: Traveller; order: Order }> {
      const traveller = await newTraveller(server.url, 'Ada')
      const order = await placeOrder(traveller)
      await enter(page, traveller)
      await page.goto(`${server.url}/payment/checkout/${order.paymentId}`)
      await page.getByText(say('payment.method.wechat_pay'), { exact: true }).click()
      await page.getByRole('button', { name: new RegExp(say('payment.pay', { amount: '.*' })) }).click()
      await page.waitForURL(/\/api\/payments\/wechat-pay\//)
      await expectAccessible(page)
      return { traveller, order }
    }
    const sessionOf = (page: Page) => new URL(page.url()).pathname.split('/').at(-1) ?? ''
    const expectPaid = async (page: Page, { traveller, order }: { traveller: Traveller; order: Order }) => {
      await page.waitForURL(new RegExp(`/order/detail/${order.orderId}`))
      await expectRefunds(traveller, order, 'wechat_pay')
    }

    test.describe('in its own browser', () => {
      test.use({ userAgent: browsers.wechat })
      test('pays by its sheet, also after closing it', async ({ page }) => {
        const { opening, cancelled, again } = pinned[locale]
        const opened = await openPage(page)
        await expect(page.getByText(opening)).toBeVisible()
        await addBridge(page)
        expect(wechat.orderOfBridge(await requestOf(page))).toBe(sessionOf(page))
        await answer(page, 'cancel')
        await expect(page.getByText(cancelled)).toBeVisible()
        await expectAccessible(page)
        await page.getByRole('link', { name: again }).click()
        await expect(page.getByText(opening)).toBeVisible()
        await addBridge(page)
        expect(await wechat.pay(sessionOf(page), webhook())).toBe(200)
        await answer(page, 'ok')
        await expectPaid(page, opened)
      })
    })

    test.describe('in a phone’s browser', () => {
      test.use({ userAgent: browsers.phone })
      test('opens WeChat, and shows the payment on the way back', async ({ page }) => {
        const { open, hasPaid } = links[locale]
        const opened = await openPage(page)
        await expect(page.getByRole('link', { name: open })).toHaveAttribute(
          'href',
          /^https:\/\/wx\.tenpay\.com\//,
        )
        expect(await wechat.pay(sessionOf(page), webhook())).toBe(200)
        await page.getByRole('link', { name: hasPaid }).click()
        await expectPaid(page, opened)
      })
    })

    test.describe('on a computer', () => {
      test.use({ userAgent: browsers.pc, viewport: { width: 1280, height: 800 }, isMobile: false })
      test('shows a code, and moves on once it is paid', async ({ page }) => {
        const opened = await openPage(page)
        await expect(page.getByRole('img', { name: links[locale].code })).toBeVisible()
        expect(await wechat.pay(sessionOf(page), webhook())).toBe(200)
        await expectPaid(page, opened)
      })
    })
  })
})
