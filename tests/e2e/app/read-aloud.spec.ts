import { expect, type Page } from '@playwright/test'
import { enter, newTraveller, operatorOf, placePaidOrder } from '../backend.ts'
import { countBags, play } from '../desk.ts'
import { test } from '../own-address.ts'
import { readAnnouncements, recordAnnouncements } from '../record-announcements.ts'
import { fillOrder, review } from '../trip.ts'
import { type Locale, wordsOf } from '../words.ts'

/** Masks text that differs between runs: times, order and phone numbers, codes. */
const changing: [RegExp, string][] = [
  // An order number whose suffix is taken gets another digit.
  [/HF \d{4} \d{4,9}/g, 'HF 0000 0000'],
  [/\+86 \d{3} \*{4} \d{4}/g, '+86 000 **** 0000'],
  // Which days are offered depends on the time of day.
  [/(- radiogroup "(?:Pickup day|Delivery day|取件日期|送达日期)"):\n(?: +- (?:radio|text).*\n)+/g, '$1\n'],
  // So do the parts of the day and their times.
  [/^( *)- group "(?:Part of the day|时段)":\n(?:\1 .*\n)+/gm, ''],
  [
    /^( *- radiogroup "(?:Pickup time|Delivery time|取件时段|送达时段)"):\n(?: +- (?:radio|text).*\n)+/gm,
    '$1\n',
  ],
  [/\b(?:\d{1,2}:\d{2}( [AP]M)?|noon\b)/g, '0:00'],
  [/HF-[0-9a-f]{8}-/g, 'HF-00000000-'],
  [/\b([A-Z0-9] ){5}[A-Z0-9]\b/g, 'A B C 1 2 3'],
  [/^ *- \/url: .*\n/gm, ''],
]

/** Announced only if something takes long enough. */
const inPassing =
  /^(Loading|Live|As of|\d+ place|正在加载|实时更新|截至|\d+ 个网点)|still uploading|Getting your price|仍在上传|正在计算价格/

/** The page as screen readers read it: names and roles in order, then its announcements. */
async function readAloud(page: Page): Promise<string> {
  const tree = await page.locator('body').ariaSnapshot()
  const heard = (await readAnnouncements(page)).filter((line) => !inPassing.test(line))
  const announced = heard.filter((line, index) => line !== heard[index - 1])
  const text = [await page.title(), tree, 'announced:', ...announced.map((line) => `- ${line}`), ''].join(
    '\n',
  )
  return changing.reduce((read, [pattern, instead]) => read.replace(pattern, instead), text)
}

for (const locale of ['en-US', 'zh-CN'] as const satisfies readonly Locale[]) {
  test.describe(locale === 'en-US' ? 'in English' : 'in Chinese @nightly', () => {
    test.use({ locale })
    const say = wordsOf(locale)
    const place = locale === 'en-US' ? 'Hongqiao Railway Station' : '上海虹桥站'

    test('reads home, form, confirmation and order aloud as reviewed', async ({ page, baseURL }) => {
      const traveller = await newTraveller(baseURL ?? '', 'Ada')
      await recordAnnouncements(page)
      await page.goto('/')
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(page.getByRole('link', { name: 'ICP' })).toBeVisible()
      expect(await readAloud(page)).toMatchSnapshot(`home.${locale}.txt`)

      await enter(page, traveller)
      await page.goto('/order/create/demo-hotel-desk')
      await fillOrder(page, say, { place })
      await expect(page.getByRole('status').getByText(say('orderForm.complete'))).toBeAttached()
      // Earlier announcements depend on how long each step took.
      await page.evaluate(() => window.announced?.splice(0, window.announced.length - 1))
      expect(await readAloud(page)).toMatchSnapshot(`form.${locale}.txt`)
      await review(page, say)
      expect(await readAloud(page)).toMatchSnapshot(`confirm.${locale}.txt`)

      const order = await placePaidOrder(traveller)
      await page.goto(`/order/detail/${order.orderId}`)
      await expect(page.getByText(say('freshness.live'), { exact: true })).toBeVisible()
      expect(await readAloud(page)).toMatchSnapshot(`order.${locale}.txt`)
    })

    test('reads a form in error, a surcharge and bags to collect aloud as reviewed @nightly', async ({
      page,
      baseURL,
    }) => {
      const traveller = await newTraveller(baseURL ?? '', 'Ada')
      await enter(page, traveller)
      await recordAnnouncements(page)
      await page.goto('/order/create/demo-hotel-desk')
      // Shows the signed-in traveller's name and number.
      await expect(page.locator('#part-receiver').getByText('Ada · ')).toBeVisible()
      await page.getByRole('button', { name: say('orderForm.review') }).click()
      await expect(page.getByText(say('orderForm.problem.photosRequired')).first()).toBeVisible()
      const missing = say('orderForm.missing', {
        first: say('orderForm.problem.deliveryRequired'),
        others: 1,
      })
      await expect(page.getByRole('status').getByText(missing)).toBeAttached()
      expect(await readAloud(page)).toMatchSnapshot(`form-in-error.${locale}.txt`)

      const operator = operatorOf(baseURL ?? '')
      const live = page.getByText(say('freshness.live'), { exact: true })
      const counted = await placePaidOrder(traveller)
      await play(operator, counted, 'reviewing', 'pending_pickup')
      await countBags(operator, counted, 3)
      await page.goto(`/order/detail/${counted.orderId}`)
      await expect(live).toBeVisible()
      expect(await readAloud(page)).toMatchSnapshot(`surcharge.${locale}.txt`)

      const delivered = await placePaidOrder(traveller)
      await play(operator, delivered, 'reviewing', 'delivered')
      await page.goto(`/order/detail/${delivered.orderId}`)
      await expect(live).toBeVisible()
      await expect(page.getByRole('region', { name: say('claim.title') }).getByRole('img')).toBeVisible()
      expect(await readAloud(page)).toMatchSnapshot(`delivered.${locale}.txt`)
    })
  })
}
