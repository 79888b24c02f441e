import type { Order } from '@handsfree/core/contract'
import type { Page } from '@playwright/test'
import { runSandboxBank } from '../../../server/domain/payments/sandbox/sandbox-bank.ts'
import { startServer, type TestServer } from '../../server/harness.ts'
import { type Card, enter, newTraveller, placeOrder, readOrder, type Traveller, useCard } from '../backend.ts'
import { expectAccessible } from '../checks.ts'
import { test as base, expect } from '../own-address.ts'
import { wordsOf } from '../words.ts'

/** A server whose clock moves only by `later` (milliseconds), which also runs the sandbox bank. */
type Bank = Pick<TestServer, 'clock' | 'services'> & {
  baseURL: string
  later(milliseconds: number): Promise<void>
}

const test = base.extend<{ bank: Bank }>({
  bank: async ({ page }, use) => {
    const { app, clock, close, port, services } = await startServer({}, { listens: true })
    await page.clock.setSystemTime(services.now())
    const later = async (milliseconds: number) => {
      clock.advance(milliseconds)
      await runSandboxBank(app, services)
    }
    await use({ clock, services, baseURL: `http://localhost:${port}`, later })
    await close()
  },
})

const say = wordsOf('en-US')
const amount = '¥98.00'

const cards: Record<Card, RegExp> = { pays: /4242 4242/, declined: /0002/, late: /3220/, silent: /9995/ }

const title = (page: Page, name: string) => page.getByRole('heading', { level: 2, name, exact: true })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

async function begin(page: Page, baseURL = ''): Promise<{ traveller: Traveller; order: Order }> {
  const traveller = await newTraveller(baseURL)
  const order = await placeOrder(traveller)
  await enter(page, traveller)
  return { traveller, order }
}

async function goToProvider(page: Page): Promise<void> {
  await button(page, say('payment.pay', { amount })).click()
  await page.waitForURL(/\/sandbox\/pay\//)
}

async function beginAtProvider(page: Page, baseURL = ''): ReturnType<typeof begin> {
  const begun = await begin(page, baseURL)
  await page.goto(`${baseURL}/payment/checkout/${begun.order.paymentId}`)
  await goToProvider(page)
  return begun
}

async function useCardOnPage(page: Page, card: Card): Promise<void> {
  await page.getByRole('radio', { name: cards[card] }).check()
  await page.getByRole('button').click()
  await page.waitForURL(/\/payment\/session-status\?/)
}

const onOrder = ({ orderId }: Order) => new RegExp(`/order/detail/${orderId}(\\?|$)`)

/** Expects a paid order on its page: a claim code, and nothing due. */
async function expectPaid(page: Page, traveller: Traveller, order: Order): Promise<void> {
  await expect(page).toHaveURL(onOrder(order))
  await expect(page.getByText(say('claim.title'), { exact: true })).toBeVisible()
  await expect(page.getByRole('link', { name: say('order.pay', { amount }) })).toHaveCount(0)
  const { amountPaid, lifecycle } = await readOrder(traveller, order.orderId)
  expect({ amountPaid, payment: lifecycle.payment }).toEqual({ amountPaid: order.total, payment: 'paid' })
}

test('pays on the provider’s page and returns to the order @nightly', async ({ page, baseURL }) => {
  const { traveller, order } = await begin(page, baseURL)
  await page.goto(`/order/detail/${order.orderId}`)
  await page.getByRole('link', { name: say('order.pay', { amount }) }).click()
  await expect(page.getByText(order.orderNumber)).toBeVisible()
  await expectAccessible(page)
  await goToProvider(page)
  await useCardOnPage(page, 'pays')
  await expect(title(page, say('payment.paidTitle'))).toBeVisible()
  await expectPaid(page, traveller, order)
})

test('shows why a card was declined, and pays with another', async ({ page, baseURL }) => {
  const { traveller, order } = await beginAtProvider(page, baseURL)
  await useCardOnPage(page, 'declined')
  await expect(title(page, say('payment.failedTitle'))).toBeVisible()
  await expect(page.getByText(say('payment.failedDetail', { failure: 'declined' }))).toBeVisible()
  await expectAccessible(page)
  expect((await readOrder(traveller, order.orderId)).status).toBe('payment_failed')

  await button(page, say('payment.tryAgain')).click()
  await page.waitForURL(/\/sandbox\/pay\//)
  await useCardOnPage(page, 'pays')
  await expectPaid(page, traveller, order)
})

test('shows in every tab that the bank is processing, and offers no other payment', {
  tag: '@nightly',
}, async ({ page, bank }) => {
  test.setTimeout(120_000)
  const { baseURL, clock, later, services } = bank
  const open = async (path: string, tab = page) => {
    await tab.clock.setSystemTime(services.now())
    await tab.goto(baseURL + path)
  }
  const { traveller, order } = await begin(page, baseURL)
  await open(`/order/detail/${order.orderId}`)
  const pay = page.getByRole('link', { name: say('order.pay', { amount }) })
  await expect(pay).toBeVisible()
  const [home, list] = [await page.context().newPage(), await page.context().newPage()]
  await open('/', home)
  await open('/order/category', list)
  await expect(home.getByText(say('orderTag.viewAndPay'))).toBeVisible()
  await useCard(traveller, order, 'late')
  await later(0)

  // Each tab refetches the order after a hint, without a reload.
  await expect(page.getByRole('heading', { name: say('orderHeadline.checking') })).toBeVisible()
  await expect(page.getByText(say('orderNext.checking'))).toBeVisible()
  await expect(pay).toHaveCount(0)
  for (const tab of [home, list]) {
    await expect(tab.getByText(say('orderStatus.checking'), { exact: true })).toBeVisible()
    await expect(tab.getByText(say('orderTag.viewAndPay'))).toHaveCount(0)
  }
  await expectAccessible(page)

  // A traveller who cancels now may still be charged.
  await button(page, say('cancellation.start')).click()
  await expect(page.getByText(say('cancellation.checking', say.promised))).toBeVisible()
  await button(page, say('cancellation.keep')).click()

  // The payment page restores the bank's state, also after a reload, and counts from its start.
  await page.getByRole('link', { name: say('order.seePayment') }).click()
  await expect(title(page, say('payment.checkingTitle'))).toBeVisible()
  clock.advance(5 * 60_000)
  await page.reload()
  await expect(title(page, say('payment.checkingTitle'))).toBeVisible()
  await expect(page.getByText(/waiting for the payment · [567] minutes$/)).toBeVisible()
  await expect(button(page, say('payment.pay', { amount }))).toHaveCount(0)

  await later(21_000)
  await expectPaid(page, traveller, order)
  await expect(home.getByText(say('orderStatus.reviewing'), { exact: true })).toBeVisible()
})

test('shows the paid order although the tab was closed on the way back', { tag: '@nightly' }, async ({
  page,
  baseURL,
}) => {
  const { traveller, order } = await begin(page, baseURL)
  const tab = await page.context().newPage()
  await tab.goto(`/payment/checkout/${order.paymentId}`)
  await goToProvider(tab)
  await tab.close()
  await useCard(traveller, order, 'pays')
  await page.goto(`/payment/checkout/${order.paymentId}`)
  await expect(title(page, say('payment.paidTitle'))).toBeVisible()
  await expectPaid(page, traveller, order)
})

test('returns from the provider’s page to the checkout, and after payment to the paid order @nightly', async ({
  page,
  baseURL,
}) => {
  const { traveller, order } = await beginAtProvider(page, baseURL)
  const provider = page.url()
  await page.goBack()
  await goToProviderAgain(page)
  expect(page.url()).toBe(provider)
  await useCardOnPage(page, 'pays')
  await expectPaid(page, traveller, order)

  await page.goBack()
  await expect(page).toHaveURL(provider)
  await page.getByRole('link', { name: 'Back to the merchant' }).click()
  await expectPaid(page, traveller, order)
})

/** After the return, the app is either restored and checking, or reloaded and offering to pay. */
async function goToProviderAgain(page: Page): Promise<void> {
  const pay = button(page, say('payment.pay', { amount })).or(button(page, say('payment.continue')))
  await pay.click()
  await page.waitForURL(/\/sandbox\/pay\//)
}

test('keeps the payment page open when the traveller returns without paying', { tag: '@nightly' }, async ({
  page,
  baseURL,
}) => {
  const { traveller, order } = await beginAtProvider(page, baseURL)
  const sessionId = new URL(page.url()).pathname.split('/').at(-1)
  await page.getByRole('link', { name: 'Back without paying' }).click()
  await expect(button(page, say('payment.pay', { amount }))).toBeEnabled()

  await page.goto(`/payment/session-status?sessionId=${sessionId}`)
  await expect(page.getByText(say('payment.leaveTitle'))).toBeVisible()
  await expect(button(page, say('payment.continue'))).toHaveCount(0)
  // Not during the first ten seconds.
  await expect(page.getByText(say('payment.unpaidTitle'))).toBeVisible({ timeout: 20_000 })
  await expectAccessible(page)
  await button(page, say('payment.continue')).click()
  await page.waitForURL(new RegExp(`/sandbox/pay/${sessionId}`))
  await useCardOnPage(page, 'pays')
  await expectPaid(page, traveller, order)
})
