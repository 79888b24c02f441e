import type { Page } from '@playwright/test'
import { renderSVG } from 'uqr'
import { idleSeconds } from '../../../clients/kiosk/kiosk.machine.ts'
import { expectAccessible, expectContrast } from '../checks.ts'
import { inBothLanguages } from '../in-both-languages.ts'
import { expect, test } from '../own-address.ts'
import { wordsOf } from '../words.ts'

test.use({ viewport: { width: 1080, height: 1920 }, isMobile: false })

const kiosk = '/kiosk?qr=demo-hotel-desk'
const waitUntilIdle = (page: Page) => page.clock.runFor((idleSeconds + 1) * 1000)
const breakNetwork = (page: Page) => page.route('**/api/**', (route) => route.abort())

inBothLanguages((say, locale) => {
  const otherLocale = locale === 'en-US' ? 'zh-CN' : 'en-US'
  const inOther = wordsOf(otherLocale)

  test('prices bags, and hands over to the phone by link and QR code', async ({ page, baseURL }) => {
    await page.goto(kiosk)
    await expect(page.getByText(say('siteDetail.allDay'))).toBeVisible()
    await expect(page.locator('output')).toHaveText(say('order.bags', { pieces: 1 }))
    await expect(page.getByRole('button', { name: say('orderForm.fewerPieces') })).toBeHidden()
    await page.getByRole('button', { name: say('orderForm.morePieces') }).click()
    await page.getByRole('button', { name: say('orderForm.morePieces') }).click()
    await expect(page.locator('dd').last()).toHaveText('¥122.50')
    await expectAccessible(page)
    await page.emulateMedia({ colorScheme: 'dark' })
    await expectContrast(page)
    await page.getByRole('button', { name: say('kiosk.phone') }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(say('kiosk.phone'))
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
    const link = `${baseURL}/order/create/demo-hotel-desk?lang=${locale}`
    await expect(page.getByRole('img', { name: say('kiosk.code', { link }) })).toHaveAttribute(
      'src',
      `data:image/svg+xml,${encodeURIComponent(renderSVG(link, { border: 3 }))}`,
    )
    await expectAccessible(page)
    await page.setViewportSize({ width: 390, height: 844 })
    await expect(page.getByText(link)).toBeVisible()
    await page.goto(link)
    await expect(page.getByRole('heading', { name: say('orderForm.title') })).toBeVisible()
  })

  test('asks travellers to meet the courier where no desk takes bags', async ({ page }) => {
    await page.goto('/kiosk?qr=demo-airport')
    await expect(page.getByText(say('kiosk.stepBags', { way: 'person' }))).toBeVisible()
    await page.goto(kiosk)
    await expect(page.getByText(say('kiosk.stepBags', { way: 'desk' }))).toBeVisible()
  })

  test('hands over in the chosen language, and returns to its own when nobody touches it', async ({
    page,
  }) => {
    await page.clock.install()
    await page.goto(kiosk)
    await page.getByRole('button', { name: say('language.other') }).click()
    await page.getByRole('button', { name: inOther('kiosk.phone') }).click()
    await expect(page.getByText(`/order/create/demo-hotel-desk?lang=${otherLocale}`)).toBeVisible()
    await page.clock.runFor((idleSeconds - 10) * 1000)
    await page.mouse.click(5, 5)
    await page.clock.runFor((idleSeconds - 10) * 1000)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(inOther('kiosk.phone'))
    await waitUntilIdle(page)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(say('kiosk.title'))
    await expect(page.locator('html')).toHaveAttribute('lang', locale)
  })

  test('hands over without a network, and loads the place on retry', async ({ page }) => {
    await breakNetwork(page)
    await page.goto(kiosk)
    await expect(page.locator('#notice')).toHaveText(say('kiosk.failed'))
    await page.getByRole('button', { name: say('kiosk.phone') }).click()
    await expect(page.getByText(`/order/create/demo-hotel-desk?lang=${locale}`)).toBeVisible()
    await page.unrouteAll()
    await page.getByRole('button', { name: say('common.tryAgain') }).click()
    await page.getByRole('button', { name: say('common.back') }).click()
    await expect(page.getByRole('heading', { name: say('kiosk.price') })).toBeVisible()
    await expect(page.locator('#notice')).toHaveText('')
  })

  test('keeps the place while the network is gone, and recovers without a touch', async ({ page }) => {
    await page.clock.install()
    await page.goto(kiosk)
    await expect(page.getByRole('heading', { name: say('kiosk.price') })).toBeVisible()
    await breakNetwork(page)
    await waitUntilIdle(page)
    await expect(page.locator('#notice')).toHaveText(say('kiosk.offline'))
    await expect(page.getByRole('heading', { name: say('kiosk.price') })).toBeVisible()
    await page.unrouteAll()
    await waitUntilIdle(page)
    await expect(page.locator('#notice')).toHaveText('')
  })

  test('asks for the front desk if its QR id is unknown', async ({ page }) => {
    await page.goto('/kiosk?qr=unknown')
    await expect(page.locator('#notice')).toHaveText(say('kiosk.missing'))
    await expect(page.getByRole('button', { name: say('kiosk.phone') })).toBeHidden()
  })
})
