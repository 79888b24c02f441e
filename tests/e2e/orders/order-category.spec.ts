import { cancelOrder, type Order } from '@handsfree/core/contract'
import type { Page } from '@playwright/test'
import { enter, must, newTraveller, placeOrder, placePaidOrder } from '../backend.ts'
import { blockLiveLine } from '../checks.ts'
import { expect, test } from '../own-address.ts'
import { wordsOf } from '../words.ts'

const say = wordsOf('en-US')

const tags = (page: Page) => page.getByRole('list', { name: say('orders.list') }).locator('> li')
const tab = (page: Page, name: 'all' | 'ongoing' | 'complete' | 'cancelled') =>
  page.getByRole('tab', { name: say(`orders.view.${name}`) })

async function twoOrders(page: Page, baseURL = ''): Promise<{ open: Order; cancelled: Order }> {
  const traveller = await newTraveller(baseURL)
  const { orderId } = await placeOrder(traveller)
  const idempotencyKey = 'c'.repeat(32)
  const cancelled = must(await traveller.api.call(cancelOrder, { params: { orderId }, idempotencyKey }))
  const open = await placeOrder(traveller)
  await enter(page, traveller)
  return { open, cancelled }
}

test('switches views by tap and keyboard, and returns from an order to its view', async ({
  page,
  baseURL,
}) => {
  const { open, cancelled } = await twoOrders(page, baseURL)
  await page.goto('/order/category')
  await expect(page.getByText(say('orders.inProgress', { count: 1 }))).toBeVisible()
  await expect(tags(page)).toHaveCount(2)
  await expect(tags(page).first()).toContainText(open.orderNumber)

  await tab(page, 'all').focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await expect(tab(page, 'ongoing')).toHaveAttribute('aria-selected', 'true')
  await expect(tags(page)).toHaveText([new RegExp(open.orderNumber)])
  await tab(page, 'complete').click()
  await expect(page.getByRole('heading', { name: say('orders.empty.complete') })).toBeVisible()
  await expect(page.getByRole('link', { name: say('orders.scan') })).toHaveAttribute('href', '/qr-code/scan')

  await tab(page, 'cancelled').click()
  await expect(tags(page)).toHaveText([new RegExp(cancelled.orderNumber)])
  await tags(page).first().click()
  await expect(page).toHaveURL(new RegExp(`/order/detail/${cancelled.orderId}`))
  await page.getByRole('button', { name: say('common.back') }).click()
  await expect(tab(page, 'cancelled')).toHaveAttribute('aria-selected', 'true')
  await expect(tags(page)).toHaveText([new RegExp(cancelled.orderNumber)])
})

test('shows and counts a new order without a reload @nightly', async ({ page, baseURL }) => {
  const traveller = await newTraveller(baseURL ?? '')
  await enter(page, traveller)
  await page.goto('/order/category')
  await expect(page.getByRole('heading', { name: say('orders.empty.all') })).toBeVisible()
  await expect(page.getByText(say('orders.inProgress', { count: 0 }))).toBeVisible()
  const { orderNumber } = await placePaidOrder(traveller)
  await expect(tags(page)).toHaveText([new RegExp(orderNumber)])
  await expect(page.getByText(say('orders.inProgress', { count: 1 }))).toBeVisible()
})

test('refreshes by a pull, and keeps the list after a failure @nightly', async ({ page, baseURL }) => {
  const { open } = await twoOrders(page, baseURL)
  // Only the gesture refetches.
  await blockLiveLine(page)
  await page.goto('/order/category')
  await expect(tags(page)).toHaveCount(2)
  let asked = 0
  await page.route('**/api/orders/page**', (route) => {
    asked += 1
    return route.abort()
  })
  await pull(page, 60)
  expect(asked).toBe(0)
  await pull(page, 200)
  await expect(page.getByRole('alert')).toHaveText(/^Refresh failed, as of \d+:\d\d\s[AP]M$/)
  await expect(tags(page).first()).toContainText(open.orderNumber)
  await page.unroute('**/api/orders/page**')
  await page.getByRole('button', { name: say('common.tryAgain') }).click()
  await expect(page.getByRole('alert')).toHaveCount(0)
  await expect(tags(page)).toHaveCount(2)
})

type Spot = { x: number; y: number }

/** Drags a finger from the first of these points to the last, then lifts it. */
async function drag(page: Page, spots: Spot[]): Promise<void> {
  const session = await page.context().newCDPSession(page)
  for (const [index, spot] of spots.entries()) {
    const type = index === 0 ? 'touchStart' : 'touchMove'
    await session.send('Input.dispatchTouchEvent', { type, touchPoints: [spot] })
  }
  await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
}

/** Opening the live connection refetches the list at an unpredictable time, so block it. */
const withoutLiveLine = (page: Page) => page.route('**/api/oss/secrets**', (route) => route.abort())

/** Pulls the list down by `distance` pixels. */
const pull = (page: Page, distance: number) =>
  drag(
    page,
    Array.from({ length: 1 + distance / 20 }, (_, index) => ({ x: 195, y: 260 + index * 20 })),
  )

test('decides a pull’s direction after 10 pixels, and moves at most 5 pixels at a tap @nightly', async ({
  page,
  baseURL,
}) => {
  const { open } = await twoOrders(page, baseURL)
  await withoutLiveLine(page)
  await page.goto('/order/category')
  await expect(tags(page)).toHaveCount(2)
  let asked = 0
  await page.route('**/api/orders/page**', (route) => {
    asked++
    return route.continue()
  })
  // Sideways first, then far down: this is a swipe, not a pull.
  const aside = [100, 104, 112, 120].map((x) => ({ x, y: 260 }))
  await drag(page, [...aside, ...[60, 120, 200].map((down) => ({ x: 130, y: 260 + down }))])
  expect(asked).toBe(0)

  const link = tags(page).first().getByRole('link').first()
  const box = await link.boundingBox()
  if (!box) throw new Error('no order to tap')
  const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 }
  await drag(page, [middle, { x: middle.x + 8, y: middle.y }])
  await drag(page, [middle, { x: middle.x + 4, y: middle.y }])
  await expect(page).toHaveURL(new RegExp(`/order/detail/${open.orderId}`))
  await page.goBack()
  await expect(page).toHaveURL(/\/order\/category/)
})

test('loads more pages on scroll, and retries a failed one @nightly', async ({ page, baseURL }) => {
  const { open } = await twoOrders(page, baseURL)
  await withoutLiveLine(page)
  const copies = (from: number) =>
    Array.from({ length: 5 }, (_, index) => ({ ...open, orderId: `order-${from + index}` }))
  let hasFailed = false
  await page.route('**/api/orders/page**', (route) => {
    const cursor = new URL(route.request().url()).searchParams.get('cursor')
    if (cursor === '5' && !hasFailed) {
      hasFailed = true
      return route.fulfill({ body: 'no envelope' })
    }
    const from = Number(cursor ?? 0)
    const result = { list: copies(from), nextCursor: from < 10 ? String(from + 5) : null }
    return route.fulfill({ json: { code: 0, message: 'ok', result } })
  })
  await page.goto('/order/category')
  await expect(tags(page)).toHaveCount(5)
  await tags(page).last().scrollIntoViewIfNeeded()
  await expect(page.getByRole('alert')).toHaveText(say('common.loadFailed'))
  await page.getByRole('button', { name: say('common.loadFailed') }).click()
  await expect(tags(page)).toHaveCount(10)
  await tags(page).last().scrollIntoViewIfNeeded()
  await expect(tags(page)).toHaveCount(15)
  await tags(page).last().scrollIntoViewIfNeeded()
  await expect(page.getByRole('status', { name: say('orders.loadingMore') })).toHaveCount(0)
  await expect(tags(page)).toHaveCount(15)
})

test('reports a list that failed to load, and loads it with a tap @nightly', async ({ page, baseURL }) => {
  await twoOrders(page, baseURL)
  await page.route('**/api/orders/page**', (route) => route.abort())
  await withoutLiveLine(page)
  await page.goto('/order/category')
  await expect(page.getByRole('heading', { name: say('common.loadFailed') })).toBeVisible()
  await page.unroute('**/api/orders/page**')
  await page.getByRole('heading', { name: say('common.loadFailed') }).click()
  await expect(tags(page)).toHaveCount(2)
})
