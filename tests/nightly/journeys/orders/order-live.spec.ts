import { getOrder, type Order, type OrderStatus, operatorRefundDone } from '@handsfree/core/contract'
import { policy } from '@handsfree/core/policy'
import type { Page } from '@playwright/test'
import { freePort, ManagedProcess } from '../../../../tools/built-server.ts'
import { enter, must, newPaidOrder, operatorOf, type Traveller } from '../../../e2e/backend.ts'
import { expectAccessible, expectContrast } from '../../../e2e/checks.ts'
import { play, steps } from '../../../e2e/desk.ts'
import { expectFits } from '../../../e2e/fits.ts'
import { expect } from '../../../e2e/own-address.ts'
import { startWithoutAutopilot, test } from '../../../e2e/server-without-autopilot.ts'
import { readyForOffline } from '../../../e2e/service-worker.ts'
import { wordsOf } from '../../../e2e/words.ts'

const say = wordsOf('en-US')

test.describe.configure({ timeout: 150_000 })

/** The badge at the top; the order's facts may contain the same text. */
const status = (page: Page, name: OrderStatus) =>
  page.locator('main [data-tone]').filter({ hasText: new RegExp(`^${say(`orderStatus.${name}`)}$`) })
const live = (page: Page) => page.getByText(say('freshness.live'), { exact: true })
const behind = (page: Page) => page.getByText(new RegExp(`^${say('freshness.asOf', { time: '' })}`))
const events = (page: Page) => page.getByRole('list', { name: say('trace.title') }).getByRole('listitem')
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

/** Opens a paid order live. A marker on the page would disappear on a reload. */
async function begin(page: Page, baseUrl: string): Promise<{ traveller: Traveller; order: Order }> {
  const { traveller, order } = await newPaidOrder(baseUrl)
  await enter(page, traveller)
  await page.goto(`${baseUrl}/order/detail/${order.orderId}`)
  await expect(status(page, 'reviewing')).toBeVisible()
  await expect(live(page)).toBeVisible()
  await page.evaluate(() => document.documentElement.setAttribute('data-mark', 'not reloaded'))
  return { traveller, order }
}

/** Waits for the popup code, which loads with the first unread notification. */
async function popupsLoaded(page: Page): Promise<void> {
  const files = () =>
    page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname))
  const popup = /^\/assets\/Popup-[^/]+\.js$/
  await expect.poll(files).toContainEqual(expect.stringMatching(popup))
  const path = (await files()).find((name) => popup.test(name)) ?? ''
  await page.evaluate((module) => import(module), path)
}

const expectNoReload = (page: Page) =>
  expect(page.locator('html')).toHaveAttribute('data-mark', 'not reloaded')

test('shows every step within two seconds while the page is open', async ({ page, baseURL }) => {
  const { order } = await begin(page, baseURL)
  await button(page, say('trace.showAll', { count: 1 })).click()
  const operator = operatorOf(baseURL)
  const places: Record<string, string> = {
    'trace.courier_arrived_at_pickup_site': order.pickup.name,
    'trace.picked_up': order.pickup.name,
  }
  for (const { status: name, event, act } of steps) {
    const count = await events(page).count()
    await act(operator, order)
    await expect(status(page, name)).toBeVisible({ timeout: 2_000 })
    if (!event) continue
    const words = say(event, { place: places[event] ?? order.delivery.name })
    await expect(events(page).first()).toContainText(words, { timeout: 2_000 })
    expect(await events(page).count()).toBe(count + 1)
  }
  await expectNoReload(page)
  await expect(page.getByText(say('order.claimTitle'))).toHaveCount(0)
  // A completed order isn't live.
  await expect(live(page)).toHaveCount(0)
  await expectAccessible(page)
})

test('animates the newest event and the status, but moves nothing with reduced motion', async ({
  page,
  baseURL,
}) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  const { order } = await begin(page, baseURL)
  await page.evaluate(() => {
    document.addEventListener('animationstart', ({ target }) => {
      if (!(target instanceof Element)) return
      const { animationDuration } = getComputedStyle(target)
      target.setAttribute('data-moved', animationDuration)
    })
  })
  const fadedIn = (name: OrderStatus) =>
    page
      .locator('main [data-moved="0.25s"]')
      .filter({ has: page.locator('[data-tone]', { hasText: say(`orderStatus.${name}`) }) })
  const operator = operatorOf(baseURL)
  await play(operator, order, 'reviewing', 'pending_pickup')
  await expect(status(page, 'pending_pickup')).toBeVisible()
  await expect(events(page).first()).toHaveAttribute('data-moved', '0.25s')
  await expect(fadedIn('pending_pickup')).toHaveCount(1)
  // Older events don't animate again.
  await button(page, say('trace.showAll', { count: 4 })).click()
  await expect(events(page)).toHaveCount(5)
  await expect(page.getByRole('list', { name: say('trace.title') }).locator('[data-news]')).toHaveCount(1)

  await page.emulateMedia({ reducedMotion: 'reduce' })
  await play(operator, order, 'pending_pickup', 'in_transit')
  await expect(status(page, 'in_transit')).toBeVisible()
  await expect(events(page).first()).not.toHaveAttribute('data-moved', '0.25s')
  await expect(fadedIn('in_transit')).toHaveCount(0)
})

test('guides from the desk through four steps to a full-screen claim code', async ({ page, baseURL }) => {
  const { order } = await begin(page, baseURL)
  const operator = operatorOf(baseURL)
  const picture = page.getByRole('img', {
    name: say('order.claimQr', { code: [...(order.claimCode ?? '')].join(' ') }),
  })
  await expect(page.getByRole('heading', { name: say('orderHeadline.reviewing') })).toBeVisible()
  await expect(page.getByText(say('handIn.number.desk'))).toHaveCount(0)
  await play(operator, order, 'reviewing', 'review_pass')
  await expect(page.getByRole('heading', { name: 'Leave your 2 bags at the front desk' })).toBeVisible()
  await expect(page.getByText(say('handIn.number.desk')).locator('..')).toContainText(order.orderNumber)
  await expect(picture).toHaveCount(0)

  await play(operator, order, 'review_pass', 'pending_pickup')
  await expect(
    page.getByRole('heading', { name: say('orderHeadline.courierThere', { from: order.pickup.name }) }),
  ).toBeVisible()
  await play(operator, order, 'pending_pickup', 'in_transit')
  const step = page.getByRole('list', { name: say('tripStep.label') }).locator('[aria-current=step]')
  await expect(step).toHaveText(say('tripStep.onTheWay'))
  await expect(events(page)).toHaveCount(1)
  await expectAccessible(page)

  await play(operator, order, 'in_transit', 'delivered')
  await expect(step).toHaveText(say('tripStep.stored'))
  expect((await picture.boundingBox())?.width).toBeGreaterThanOrEqual(200)
  await page.getByRole('link', { name: say('claim.enlarge') }).click()
  await expect(page.getByRole('heading', { name: say('card.title') })).toBeVisible()
  await expect(page.getByRole('main')).toContainText([...(order.claimCode ?? '')].join(' '))
  await page.goBack()
  await expect(picture).toBeVisible()
  await expectContrast(page)
  await expectFits(page)
})

test('keeps the claim code offline, and catches up online without a reload', async ({ page, baseURL }) => {
  const { order } = await begin(page, baseURL)
  const claimCode = page.getByText(say('order.claimTitle')).locator('..')
  const shown = await claimCode.textContent()
  await page.context().setOffline(true)
  await expect(page.getByText(/^You’re offline/)).toBeVisible()
  await expect(page.getByText(/^Offline, as of \d+:\d\d\s[AP]M$/)).toBeVisible()
  await play(operatorOf(baseURL), order, 'reviewing', 'in_transit')
  expect(await claimCode.textContent()).toBe(shown)
  await expectAccessible(page)

  await page.context().setOffline(false)
  await expect(status(page, 'in_transit')).toBeVisible({ timeout: 5_000 })
  await expect(live(page)).toBeVisible()
  await expect(page.getByText(/^You’re offline/)).toHaveCount(0)
  await expectNoReload(page)
})

test('shows the last reading while the server is down, and continues once it is back', {
  tag: '@nightly',
}, async ({ page, own }) => {
  const { order } = await begin(page, own.url)
  const operator = operatorOf(own.url)
  await play(operator, order, 'reviewing', 'in_transit')
  await expect(status(page, 'in_transit')).toBeVisible()
  const whereabouts = page.getByText(/^Last scanned /)
  await expect(whereabouts).toContainText(order.pickup.name)
  await popupsLoaded(page)

  await own.end('SIGKILL')
  await expect(behind(page)).toBeVisible()
  await expect(page.getByText(say('order.claimTitle'))).toBeVisible()
  await own.start()
  await play(operator, order, 'in_transit', 'delivered')
  await expect(live(page)).toBeVisible({ timeout: 15_000 })
  await expect(status(page, 'delivered')).toBeVisible()
  await expect(whereabouts).toHaveCount(0)
  await play(operator, order, 'delivered', 'handed')
  await expect(status(page, 'handed')).toBeVisible({ timeout: 2_000 })
  await expectNoReload(page)
})

test.describe('opened without a network', () => {
  test.use({ serviceWorkers: 'allow' })

  test('opens the order with its claim code offline, and continues online', {
    tag: '@nightly',
  }, async ({ page, own }) => {
    const { order } = await begin(page, own.url)
    const code = order.claimCode ?? ''
    await readyForOffline(page)

    await own.end('SIGKILL')
    await page.reload()
    await expect(page.getByText(/^(As of|Refresh failed, as of) \d+:\d\d\s[AP]M$/)).toBeVisible()
    await expect(page.getByText(`${code.slice(0, 3)} ${code.slice(3)}`)).toBeVisible()
    const names = await page.evaluate(async () => {
      const caching = (await caches.keys()).map((name) => caches.open(name))
      const requests = await Promise.all((await Promise.all(caching)).map((cache) => cache.keys()))
      return requests.flat().map(({ url }) => new URL(url).pathname)
    })
    expect(names.filter((name) => !/^\/(assets\/[^/]+|index\.html)$/.test(name))).toEqual([])

    await own.start()
    await play(operatorOf(own.url), order, 'reviewing', 'review_pass')
    await expect(live(page)).toBeVisible({ timeout: 15_000 })
    await expect(status(page, 'review_pass')).toBeVisible()
  })
})

test('shows the time of the last reading while the broker is down, and updates once it is back', {
  tag: '@nightly',
}, async ({ page }) => {
  const port = await freePort()
  const brokerUrl = `http://localhost:${port}`
  const broker = new ManagedProcess({ health: brokerUrl, args: ['tests/e2e/broker.mjs', String(port)] })
  await broker.start()
  const own = await startWithoutAutopilot({
    MQTT_URL: `ws://localhost:${port}/mqtt`,
    MQTT_PUBLIC_URL: `ws://localhost:${port}/mqtt`,
  })
  const connected = async () => Number(await (await fetch(brokerUrl)).text())
  try {
    const { order } = await begin(page, own.url)
    const operator = operatorOf(own.url)
    await play(operator, order, 'reviewing', 'review_pass')
    await expect(status(page, 'review_pass')).toBeVisible({ timeout: 2_000 })

    await broker.end('SIGKILL')
    await expect(behind(page)).toBeVisible()
    await play(operator, order, 'review_pass', 'pending_pickup')
    await expect(status(page, 'review_pass')).toBeVisible()
    await broker.start()
    await expect(live(page)).toBeVisible({ timeout: 15_000 })
    await expect(status(page, 'pending_pickup')).toBeVisible({ timeout: 2_000 })

    await expect.poll(connected).toBe(2)
    await play(operator, order, 'pending_pickup', 'in_transit')
    await expect(status(page, 'in_transit')).toBeVisible({ timeout: 2_000 })
    await expectNoReload(page)
  } finally {
    await own.discard()
    await broker.end('SIGKILL')
  }
})

test('refetches within a minute when a hint is lost', { tag: '@nightly' }, async ({ page }) => {
  const own = await startWithoutAutopilot({ HANDSFREE_AUTOPILOT: 'lost-message' })
  try {
    await page.clock.install()
    const { traveller, order } = await begin(page, own.url)
    const params = { orderId: order.orderId }
    const truth = async () => must(await traveller.api.call(getOrder, { params })).status
    await expect.poll(truth, { timeout: 30_000 }).not.toBe('reviewing')
    await expect(status(page, 'reviewing')).toBeVisible()
    await page.clock.fastForward(60_000)
    await expect(status(page, 'reviewing')).toHaveCount(0)
    await expect(live(page)).toBeVisible()
    await expectNoReload(page)
  } finally {
    await own.discard()
  }
})

test('shows the amount and date of a cancellation’s refund, then the completed refund live', async ({
  page,
  baseURL,
}) => {
  const { order } = await begin(page, baseURL)
  await button(page, say('cancellation.start')).click()
  const sheet = page.getByRole('dialog', { name: say('cancellation.title') })
  await expect(sheet.getByRole('definition')).toHaveText([
    '¥98.00',
    say('cancellation.toMethod'),
    say('cancellation.within', policy),
  ])
  await expectAccessible(page)
  await sheet.getByRole('button', { name: say('cancellation.keep') }).click()
  await expect(sheet).toBeHidden()
  await expect(status(page, 'reviewing')).toBeVisible()

  await button(page, say('cancellation.start')).click()
  await sheet.getByRole('button', { name: say('cancellation.confirm'), exact: true }).click()
  await expect(sheet).toBeHidden()
  await expect(status(page, 'refunding')).toBeVisible()
  await expect(events(page).first()).toContainText(say('trace.cancelled', { by: 'traveller' }))
  const refund = page.getByRole('region', { name: say('refund.title') }).getByRole('listitem')
  await expect(refund).toHaveText(
    /^¥98\.00On its wayStartedToday at \d+:\d\d\s[AP]MExpected by\w{3}, \w{3} \d+ at \d+:\d\d\s[AP]M72 hours left$/,
  )
  must(await operatorOf(baseURL).call(operatorRefundDone, { params: { orderId: order.orderId }, body: {} }))
  await expect(status(page, 'refund_completed')).toBeVisible({ timeout: 2_000 })
  await expect(refund).toHaveText(
    /^¥98\.00ReturnedStartedToday at \d+:\d\d\s[AP]MRefundedToday at \d+:\d\d\s[AP]M$/,
  )
  await expect(button(page, say('cancellation.start'))).toHaveCount(0)
  await expectNoReload(page)
})

test('shows partial refunds, pending ones, and whom to call about a late one @nightly', async ({
  page,
  baseURL,
}) => {
  const { order } = await begin(page, baseURL)
  const money = (amount: number) => ({ amount, currency: 'CNY' as const })
  const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString()
  const refund = (refundId: string, amount: number, hours: number, doneTime: string | null) => ({
    refundId,
    amount: money(amount),
    startTime: hoursAgo(hours),
    refundBy: hoursAgo(hours - 72),
    doneTime,
  })
  await page.route(`**/api/orders/${order.orderId}`, async (route) => {
    const response = await route.fetch()
    const { result, ...envelope } = await response.json()
    const refunds = [
      refund('1', 1000, 100, hoursAgo(40)),
      refund('2', 2000, 73, null),
      refund('3', 500, 1, null),
    ]
    await route.fulfill({ response, json: { ...envelope, result: { ...result, refunds } } })
  })
  await page.reload()
  const section = page.getByRole('region', { name: say('refund.title') })
  await expect(section.getByText('¥35.00 of the ¥98.00 you paid is going back')).toBeVisible()
  await expect(section.getByRole('listitem')).toHaveText([/Returned/, /Late/, /On its way.*71 hours left/])
  await expect(section.getByRole('alert')).toHaveText(/^Sorry, this is taking longer than we promised/)
  await expect(section.getByRole('link', { name: say('refund.call') })).toHaveAttribute('href', /^tel:\+\d+/)
  const sums = page.getByRole('region', { name: say('charges.title') }).getByRole('definition')
  await expect(sums.last()).toHaveText('¥63.00')
  await expectAccessible(page)
  await expectFits(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectContrast(page)
})

test('explains that it is too late to cancel when bags were picked up while the sheet was open @nightly', async ({
  page,
  baseURL,
}) => {
  const { order } = await begin(page, baseURL)
  await button(page, say('cancellation.start')).click()
  // The page behind the sheet also has a button with this name.
  const asked = page.getByRole('dialog', { name: say('cancellation.title') })
  await expect(asked).toBeVisible()
  await play(operatorOf(baseURL), order, 'reviewing', 'in_transit')
  await asked.getByRole('button', { name: say('cancellation.confirm') }).click()
  const sheet = page.getByRole('dialog', { name: say('cancellation.tooLate') })
  await expect(sheet.getByRole('alert')).toHaveText(say('cancellation.tooLateDetail', say.promised))
  await expect(sheet.getByRole('link', { name: say('order.callSupport') })).toHaveAttribute('href', /^tel:\+/)
  await expectAccessible(page)
  await expectFits(page)
  await sheet
    .getByRole('button', { name: say('common.close') })
    .last()
    .click()
  await expect(status(page, 'in_transit')).toBeVisible()
})
