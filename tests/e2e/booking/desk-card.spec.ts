import { operatorGetOrder } from '@handsfree/core/contract'
import { cardTexts } from '@handsfree/core/i18n'
import { cardContent } from '@handsfree/core/orders'
import type { Locator, Page } from '@playwright/test'
import { encode } from 'uqr'
import { runOperator } from '../../../clients/operator/run.ts'
import { demoValues } from '../../../server/runtime/demo/demo-values.ts'
import { enter, must, newPaidOrder, operatorOf } from '../backend.ts'
import { expectPhoneLayout } from '../checks.ts'
import { play } from '../desk.ts'
import { inBothLanguages } from '../in-both-languages.ts'
import { expect, test } from '../own-address.ts'
import { test as withServer } from '../server-without-autopilot.ts'
import { readyForOffline } from '../service-worker.ts'
import { wordsOf } from '../words.ts'

const say = wordsOf('en-US')

/** Expects the page's QR code to contain this text. */
async function expectCode(page: Page, content: string) {
  const { data } = encode(content, { ecc: 'M', border: 3 })
  const path = data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ''))).join('')
  await expect(page.locator('main svg[role=img] path')).toHaveAttribute('d', path)
}

/** First characters of each line in the matching elements. */
const lineStarts = (words: Locator) =>
  words.evaluateAll((elements) =>
    elements.flatMap((element) => {
      const starts: string[] = []
      const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
      const range = document.createRange()
      let below = Number.NEGATIVE_INFINITY
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        for (const [at, character] of [...(node.textContent ?? '')].entries()) {
          range.setStart(node, at)
          range.setEnd(node, at + 1)
          const { top, bottom } = range.getBoundingClientRect()
          if (top >= below) starts.push(character)
          if (bottom > below) below = bottom - 4
        }
      }
      return starts
    }),
  )

/** Scans a card with the desk's tool. Returns the exit code. */
const scan = async (url: string, content: string): Promise<number> =>
  runOperator(['scan', content, '--url', url, '--token', demoValues.operatorToken], {
    write() {},
    writeError() {},
    hasColour: false,
  })

test.describe('zh-CN', () => {
  test.use({ locale: 'zh-CN' })

  test('starts no line of a headline with a comma at 320 px, and keeps a site’s name on one line', async ({
    page,
    baseURL,
  }) => {
    const { traveller, order } = await newPaidOrder(baseURL)
    await play(operatorOf(baseURL), order, 'reviewing', 'delivered')
    await enter(page, traveller)
    await page.setViewportSize({ width: 320, height: 640 })
    await page.goto(`/order/detail/${order.orderId}`)
    const headline = page.getByRole('main').getByRole('heading', { name: '，请领取' })
    await expect(headline).toBeVisible()
    const starts = await lineStarts(headline)
    expect(starts.length).toBeGreaterThan(1)
    expect(starts).not.toContain('，')
    expect(await lineStarts(headline.locator('span'))).toHaveLength(1)
  })
})

inBothLanguages((words) => {
  test('hands bags over by a card in both languages, one tap from home @nightly', async ({
    page,
    baseURL,
  }) => {
    const { traveller, order } = await newPaidOrder(baseURL)
    const operator = operatorOf(baseURL)
    await enter(page, traveller)
    // There is no code for the desk until the order is accepted.
    await page.goto('/')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(words('orderHeadline.reviewing'))
    await expect(page.getByRole('link', { name: words('card.title') })).toHaveCount(0)
    await play(operator, order, 'reviewing', 'review_pass')
    await page.getByRole('link', { name: words('card.title') }).click()
    await expect(page.getByText(cardTexts['zh-CN'].pickup(2))).toBeVisible()
    await expect(page.getByText(cardTexts['en-US'].pickup(2))).toBeVisible()
    await expectCode(page, cardContent({ orderNumber: order.orderNumber, claimCode: null }))
    await expect(page.getByRole('main')).not.toContainText([...(order.claimCode ?? '')].join(' '))
    await expectPhoneLayout(page)
    await page.setViewportSize({ width: 320, height: 640 })
    // `innerWidth` grows with a page that is too wide.
    const tooWide = () => document.documentElement.scrollWidth - document.documentElement.clientWidth
    expect(await page.evaluate(tooWide)).toBe(0)
    for (const size of ['100%', '130%', '200%']) {
      await page.evaluate(
        (fontSize) => document.documentElement.style.setProperty('font-size', fontSize),
        size,
      )
      const starts = await lineStarts(page.getByText(cardTexts['zh-CN'].pickup(2)))
      expect(starts.length).toBeGreaterThan(2)
      expect([size, starts.filter((start) => '，。'.includes(start))]).toEqual([size, []])
    }
    await page.evaluate(() => document.documentElement.style.removeProperty('font-size'))
    await page.setViewportSize({ width: 1280, height: 800 })
    expect(await lineStarts(page.getByText(order.orderNumber, { exact: true }).first())).toEqual(['H'])
    await page.setViewportSize({ width: 320, height: 640 })

    await play(operator, order, 'review_pass', 'delivered')
    await expect(page.getByText(cardTexts['zh-CN'].delivery(2))).toBeVisible()
    await expect(page.getByText(cardTexts['en-US'].delivery(2))).toBeVisible()
    await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(2)
    await expectPhoneLayout(page)
    await page.emulateMedia({ colorScheme: 'dark' })
    await expect(page.getByRole('main').locator('..')).toHaveCSS('background-color', 'rgb(255, 255, 255)')
    const content = cardContent(order)
    await expectCode(page, content)
    expect(await scan(baseURL, content)).toBe(0)
    await expect(page.getByText(words('card.none'))).toBeVisible({ timeout: 2_000 })
    const { status } = must(await operator.call(operatorGetOrder, { params: { orderId: order.orderId } }))
    expect(status).toBe('handed')
  })
})

withServer.describe('offline', () => {
  withServer.use({ serviceWorkers: 'allow' })

  withServer(
    'shows the card with its photos after an offline reload',
    { tag: '@nightly' },
    async ({ page, own }) => {
      const { traveller, order } = await newPaidOrder(own.url)
      await play(operatorOf(own.url), order, 'reviewing', 'delivered')
      await enter(page, traveller)
      await page.goto(`${own.url}/order/card/${order.orderId}`)
      const photos = page.getByRole('list', { name: say('bags.title') }).getByRole('img')
      await expect(photos).toHaveCount(2)
      await readyForOffline(page)
      await own.end('SIGKILL')
      await page.reload()
      await expectCode(page, cardContent(order))
      await expect(photos.first()).toHaveAttribute('src', /^data:image\/jpeg/)
      await expect(photos.last()).toHaveAttribute('src', /^data:image\/jpeg/)
    },
  )

  withServer(
    'shows the photos of a card that is first opened offline, after a visit to the order’s page',
    { tag: '@nightly' },
    async ({ page, own }) => {
      const { traveller, order } = await newPaidOrder(own.url)
      await play(operatorOf(own.url), order, 'reviewing', 'delivered')
      await enter(page, traveller)
      await page.goto(`${own.url}/order/detail/${order.orderId}`)
      await readyForOffline(page)
      const pictures = () =>
        page.evaluate(() => JSON.parse(localStorage.getItem('cardPictures') ?? '[]').length)
      await expect.poll(pictures, { timeout: 20_000 }).toBe(2)
      await own.end('SIGKILL')
      await page.getByRole('link', { name: say('claim.enlarge') }).click()
      await expectCode(page, cardContent(order))
      const photos = page.getByRole('list', { name: say('bags.title') }).getByRole('img')
      await expect(photos.first()).toHaveAttribute('src', /^data:image\/jpeg/)
      await expect(photos.last()).toHaveAttribute('src', /^data:image\/jpeg/)
    },
  )
})
