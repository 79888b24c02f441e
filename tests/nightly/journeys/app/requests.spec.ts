import type { Page } from '@playwright/test'
import { listen, totalOf } from '../../../bench/traffic.ts'
import { expect, test } from '../../../e2e/own-address.ts'
import { fillOrder, nameCollector, pay, reviewAndSignIn } from '../../../e2e/trip.ts'
import { wordsOf } from '../../../e2e/words.ts'

const say = wordsOf('en-US')

/** Paths that the page requests from now on, including cached ones. */
function follow(page: Page): string[] {
  const paths: string[] = []
  page.on('request', (request) => {
    const { protocol, pathname } = new URL(request.url())
    if (protocol.startsWith('http')) paths.push(`${request.method()} ${pathname}`)
  })
  return paths
}

const twice = (paths: readonly string[]) => paths.filter((path, index) => paths.indexOf(path) !== index)

test('makes at most 60 requests, 450 KiB without images, from the desk’s code to the paid order, and 16 for a reload', async ({
  page,
}) => {
  test.setTimeout(90_000)
  const waitForOrder = () => page.getByText(say('freshness.live'), { exact: true }).waitFor()
  const trip = follow(page)
  const readTraffic = listen(page)
  await page.goto('/order/create/demo-hotel-desk')
  await nameCollector(page, say)
  await fillOrder(page, say, { place: 'Hongqiao Railway Station' })
  await reviewAndSignIn(page, say)
  await pay(page)
  await waitForOrder()
  await page.waitForLoadState('networkidle')
  expect(trip.length, trip.join('\n')).toBeGreaterThan(30)
  expect(trip.length, trip.join('\n')).toBeLessThanOrEqual(60)
  const traffic = await readTraffic()
  const bytes = totalOf(traffic) - traffic.down.images
  expect(bytes).toBeGreaterThan(200 * 1_024)
  expect(bytes).toBeLessThanOrEqual(450 * 1_024)

  const reload = follow(page)
  await page.reload()
  await waitForOrder()
  await page.waitForLoadState('networkidle')
  expect(reload.length, reload.join('\n')).toBeLessThanOrEqual(16)
  // The page refetches these when the connection opens; on a slow machine the unread count too.
  const isReadAgain = (path: string) => /^GET \/api\/(orders\/\w+|notification\/unread)$/.test(path)
  expect(twice(reload).filter((path) => !isReadAgain(path))).toEqual([])
})

test('makes at most 8 requests for home', async ({ page }) => {
  const home = follow(page)
  await page.goto('/')
  await expect(page.getByRole('link', { name: say('home.scan') })).toBeVisible()
  await page.waitForLoadState('networkidle')
  expect(home.length, home.join('\n')).toBeLessThanOrEqual(8)
  expect(twice(home)).toEqual([])
})
