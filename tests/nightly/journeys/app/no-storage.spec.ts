import type { Page } from '@playwright/test'
import { runSandboxBank } from '../../../../server/domain/payments/sandbox/sandbox-bank.ts'
import { expectAccessible } from '../../../e2e/checks.ts'
import { openForm, toStation, words } from '../../../e2e/order-steps.ts'
import { expect, test } from '../../../e2e/own-address.ts'
import { fillOrder, newPhoneNumber, review, signIn } from '../../../e2e/trip.ts'
import { typeIn } from '../../../e2e/type-in.ts'
import { wordsOf } from '../../../e2e/words.ts'
import { startServer, type TestServer } from '../../../server/harness.ts'

test.describe.configure({ timeout: 120_000 })

const browsers: Record<string, () => void> = {
  'forbids storage': () => {
    const deny = () => {
      throw new DOMException('The operation is insecure.', 'SecurityError')
    }
    for (const area of ['localStorage', 'sessionStorage']) {
      Object.defineProperty(window, area, { get: deny })
    }
  },
  'has full storage': () => {
    Storage.prototype.setItem = () => {
      throw new DOMException('The quota has been exceeded.', 'QuotaExceededError')
    }
  },
  'discards stored values': () => {
    Storage.prototype.setItem = () => {}
  },
}

const amount = '¥98.00'

/** Signs in on request; the same number needs no name the second time. */
async function signInAgain(page: Page, phoneNumber: string): Promise<void> {
  await typeIn(page.getByRole('textbox', { name: words('signIn.phone') }), `+86${phoneNumber}`)
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: words('signIn.sendCode') }).click()
  await page.getByRole('button', { name: /\d{6}/ }).click()
}

async function payWith(page: Page, server: TestServer, phoneNumber: string): Promise<void> {
  await page.getByRole('button', { name: words('orderConfirm.pay', { amount }) }).click()
  await page.waitForURL(/\/sandbox\/pay\//)
  // The provider's page is another document, so the app's memory is lost.
  server.clock.advance(61_000)
  await page.getByRole('button', { name: /98/ }).click()
  await page.waitForURL(/\/sign\/in\?/)
  await expect(page.getByText(words('signIn.paymentSafe'))).toBeVisible()
  await expectAccessible(page)
  await runSandboxBank(server.app, server.services)
  await signInAgain(page, phoneNumber)
}

for (const [name, prepare] of Object.entries(browsers)) {
  test(`orders and pays in a browser that ${name}, with a second sign-in after the provider’s page`, {
    tag: '@nightly',
  }, async ({ page }) => {
    const server = await startServer({}, { listens: true })
    try {
      const baseURL = `http://localhost:${server.port}`
      const phoneNumber = newPhoneNumber()
      await page.clock.setSystemTime(server.services.now())
      await page.addInitScript(prepare)
      await page.goto(`${baseURL}/sign/in?next=/order/create/demo-hotel-desk`)
      await signIn(page, words, { phoneNumber })
      await expect(page.getByRole('button', { name: words('orderForm.review') })).toBeEnabled()
      await fillOrder(page, words, { place: toStation })
      await review(page, words)
      await payWith(page, server, phoneNumber)
      await expect(page).toHaveURL(/\/order\/detail\//)
      await expect(page.getByText(words('claim.title'), { exact: true })).toBeVisible()
    } finally {
      await server.close()
    }
  })
}

for (const [name, prepare] of Object.entries(browsers)) {
  test(`keeps the chosen language in a browser that ${name}`, { tag: '@nightly' }, async ({ page }) => {
    const say = wordsOf('zh-CN')
    await page.addInitScript(prepare)
    await openForm(page, 'demo-hotel-desk')
    await page.getByRole('button', { name: '中文' }).click()
    await expect(page.getByRole('button', { name: say('orderForm.review') })).toBeEnabled()
    await page.goto('/')
    await expect(page.getByRole('link', { name: say('home.scan') })).toBeVisible()
    await expect(page.locator('html')).toHaveAttribute('lang', 'zh-CN')
  })
}
