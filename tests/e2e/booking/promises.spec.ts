import { expect, type Page } from '@playwright/test'
import { enter, newTraveller, operatorOf, placePaidOrder } from '../backend.ts'
import { play } from '../desk.ts'
import { unfold } from '../form-parts.ts'
import { inBothLanguages } from '../in-both-languages.ts'
import { test } from '../own-address.ts'
import { fillOrder, review } from '../trip.ts'

/** Unit names in both languages, so that their promises can be compared. */
const units: [RegExp, string][] = [
  [/^(hours?|小时)$/, 'h'],
  [/^(minutes?|分钟)$/, 'min'],
  [/^(inch(es)?|英寸)$/, 'in'],
  [/^(days?|天)$/, 'd'],
  [/^(bags?|件)$/, 'pieces'],
  [/^(photos?|张)$/, 'photos'],
  [/^MB$/, 'MB'],
  [/^\/7$/, '/7'],
]
const number = /(\d+)\s*(hours?|minutes?|inch(?:es)?|days?|bags?|photos?|MB|\/7|小时|分钟|英寸|天|件|张)/g

/** Every number with a unit in a text, without duplicates: `4 h`, `32 in`. */
function promisesIn(text: string): string[] {
  const found = [...text.matchAll(number)].map(([, amount, unit = '']) => {
    const name = units.find(([pattern]) => pattern.test(unit))?.[1] ?? unit
    return `${amount} ${name}`
  })
  return [...new Set(found)].sort()
}

/** Includes text of closed answers. Chinese writes 24/7 as 24 小时服务. */
const readPage = async (page: Page) =>
  (await page.getByRole('main').evaluate((main) => main.textContent ?? '')).replaceAll('24 小时服务', '24/7')

/** Without an order's own counts of bags and photos. */
const readTimesAndSizes = async (page: Page) =>
  promisesIn(await readPage(page)).filter((promise) => !/ (pieces|photos)$/.test(promise))

/** From sections 5 and 9 of the specification and from the contract; don't derive them from the code. */
const freeCancellation = '4 h'
const lateCancellation = '10 min'
const refund = '72 h'
const freeWait = '30 min'
const largestBag = '32 in'
const claimStart = '24 h'
const complaint = '48 h'
const hotline = '24 /7'
const image = '10 MB'
const pieces = '20 pieces'
const photos = '9 photos'
const times = ['14 d', '30 min', '60 min', '3 h']
const quote = '15 min'
const missedPickup = '40 min'
const claimTime = '7 d'
const veryLate = '60 min'

const promised: Record<string, string[]> = {
  '/': [freeCancellation, freeWait, refund],
  '/faq': [
    ...[
      largestBag,
      pieces,
      ...times,
      quote,
      freeCancellation,
      lateCancellation,
      refund,
      freeWait,
      claimStart,
      complaint,
    ],
    ...[hotline, image, missedPickup, claimTime],
  ],
  '/terms': [
    ...[
      pieces,
      largestBag,
      photos,
      ...times,
      quote,
      refund,
      freeCancellation,
      lateCancellation,
      freeWait,
      claimStart,
    ],
    ...[complaint, hotline, missedPickup, claimTime],
  ],
  '/luggage/notice': [largestBag, pieces, photos],
  '/insurance/city/hangzhou': [claimStart, complaint, hotline, claimTime],
  '/about': [complaint, hotline],
}

inBothLanguages((say, locale) => {
  test('promises exactly the numbers of the specification on the information pages @nightly', async ({
    page,
  }) => {
    const read: Record<string, string[]> = {}
    for (const path of Object.keys(promised)) {
      await page.goto(path)
      if (path.startsWith('/insurance')) await expect(page.getByText(say('insurance.howTo'))).toBeVisible()
      if (path === '/about') await expect(page.getByText(say('about.call'), { exact: true })).toBeVisible()
      await expect(page.getByRole('heading').first()).toBeVisible()
      read[path] = promisesIn(await readPage(page))
    }
    const expected = Object.entries(promised).map(([path, list]) => [path, [...new Set(list)].sort()])
    expect(read).toEqual(Object.fromEntries(expected))
  })

  test('promises the same on the order form, the confirmation and the order @nightly', async ({
    page,
    baseURL,
  }) => {
    const traveller = await newTraveller(baseURL ?? '', 'Ada')
    await enter(page, traveller)
    await page.goto('/order/create/demo-hotel-desk')
    await unfold(page, 'bags')
    await expect(page.getByText(say('orderForm.largestBag', { maxLuggageInches: 32 }))).toBeVisible()
    const station = locale === 'en-US' ? 'Hongqiao Railway Station' : '上海虹桥站'
    await fillOrder(page, say, { place: station })
    expect(await readTimesAndSizes(page)).toEqual([image, largestBag])
    await unfold(page, 'when')
    // The hours to the station belong to the service area, not to the policy.
    expect(await readTimesAndSizes(page)).toEqual(['4 h'])
    await review(page, say)
    expect(await readTimesAndSizes(page)).toEqual([freeWait, refund])
    // Pickup is tomorrow at 14:00, so cancellation is free until 10:00.
    const until = say('promises.cancel.freeUntil', { time: '(.*)' }).replace(
      '(.*)',
      `.*${say.hour('10:00')}.*`,
    )
    await expect(page.getByText(new RegExp(until))).toBeVisible()

    const order = await placePaidOrder(traveller)
    await page.goto(`/order/detail/${order.orderId}`)
    await expect(page.getByText(say('promises.title'))).toBeVisible()
    const promises = promisesIn(
      (await page.getByRole('region', { name: say('promises.title') }).textContent()) ?? '',
    )
    expect(promises).toEqual([freeWait, veryLate, refund])
    expect(Date.parse(order.pickupTime) - Date.parse(order.promises.freeCancellationUntil)).toBe(
      4 * 3_600_000,
    )
  })

  test('promises no waiting courier once the bags are in storage @nightly', async ({ page, baseURL }) => {
    const traveller = await newTraveller(baseURL ?? '', 'Ada')
    const operator = operatorOf(baseURL ?? '')
    const order = await placePaidOrder(traveller)
    await play(operator, order, 'reviewing', 'arrived')
    await enter(page, traveller)
    await page.goto(`/order/detail/${order.orderId}`)
    const promises = page.getByRole('region', { name: say('promises.title') })
    await expect(promises).toContainText(freeWait.replace('min', locale === 'en-US' ? 'minutes' : '分钟'))
    await play(operator, order, 'arrived', 'delivered')
    await expect(page.getByText(say('orderStatus.delivered'), { exact: true }).first()).toBeVisible()
    await expect(promises).toHaveCount(0)
  })
})
