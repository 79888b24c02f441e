import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { createFormatter, formatClock, loadMessages } from '@handsfree/core/i18n'
import { devices, type Page } from '@playwright/test'
import { enter, newPaidOrder, newTraveller } from '../../../e2e/backend.ts'
import { expectPhoneLayout } from '../../../e2e/checks.ts'
import { unfold } from '../../../e2e/form-parts.ts'
import { inBothLanguages } from '../../../e2e/in-both-languages.ts'
import { openForm, words } from '../../../e2e/order-steps.ts'
import { expect, test } from '../../../e2e/own-address.ts'
import { takePhoto } from '../../../e2e/photos.ts'
import { newPhoneNumber } from '../../../e2e/trip.ts'
import { typeIn } from '../../../e2e/type-in.ts'

const file = (name: string) => fileURLToPath(new URL(`../../../e2e/files/${name}`, import.meta.url))

inBothLanguages((say) => {
  test.describe('in Chrome on Android', () => {
    test.use({ userAgent: devices['Pixel 7'].userAgent })

    test('offers the camera beside the gallery', async ({ page }) => {
      await openForm(page, 'demo-hotel-desk', say)
      await unfold(page, 'bags')
      const camera = page.getByLabel(say('photo.take'))
      await expect(camera).toHaveAttribute('capture', 'environment')
      await expect(page.getByLabel(say('orderForm.addPhotos'))).not.toHaveAttribute('capture')
      await camera.setInputFiles(await takePhoto())
      await expect(page.getByRole('button', { name: say('photo.remove', { number: 1 }) })).toBeVisible()
      await expectPhoneLayout(page)
    })
  })
})

test('offers only a file field in other browsers', async ({ page }) => {
  await openForm(page, 'demo-hotel-desk')
  await unfold(page, 'bags')
  await expect(page.getByLabel(words('orderForm.addPhotos'))).toHaveAttribute('accept', /image\/jpeg/)
  await expect(page.locator('input[type=file]')).toHaveCount(1)
})

test('stores a rotated WebP upright, like the server, and reports a truncated JPEG as damaged', async ({
  page,
  baseURL,
}) => {
  const traveller = await newTraveller(baseURL)
  await enter(page, traveller)
  await openForm(page, 'demo-hotel-desk')
  await unfold(page, 'bags')
  const add = page.locator('input[type=file]')
  const answer = page.waitForResponse('**/api/files')
  await add.setInputFiles(file('exif6.webp'))
  const byPage = (await (await answer).json()).result
  const body = new FormData()
  body.append('file', new Blob([readFileSync(file('exif6.webp'))], { type: 'image/webp' }), 'exif6.webp')
  const sent = await fetch(`${baseURL}/api/files`, {
    method: 'POST',
    body,
    headers: { token: `Bearer ${traveller.account.token}` },
  })
  const byServer = (await sent.json()).result
  expect([byPage.width, byPage.height]).toEqual([byServer.width, byServer.height])
  expect([byPage.width, byPage.height]).toEqual([160, 240])
  await add.setInputFiles(file('no-eoi.jpg'))
  const reason = words('photoProblem.damaged')
  await expect(page.getByText(words('photo.failed', { number: 2, reason }))).toBeVisible()
  await expect(page.getByRole('button', { name: words('photo.retry', { number: 2 }) })).toHaveCount(0)
})

/** A browser that doesn't support some time zones, including its own. */
const forgetZones = (page: Page, zones: readonly string[]) =>
  page.addInitScript((unknown) => {
    const { DateTimeFormat } = Intl
    class Lacking extends DateTimeFormat {
      readonly #isOwn: boolean
      constructor(locales?: string | string[], options: Intl.DateTimeFormatOptions = {}) {
        const { timeZone } = options
        if (timeZone !== undefined && unknown.includes(timeZone))
          throw new RangeError(`Invalid time zone specified: ${timeZone}`)
        super(locales, { ...options, timeZone: timeZone ?? 'UTC' })
        this.#isOwn = timeZone === undefined
      }
      override resolvedOptions() {
        const resolved = super.resolvedOptions()
        return this.#isOwn ? { ...resolved, timeZone: 'Etc/Unknown' } : resolved
      }
    }
    Intl.DateTimeFormat = Lacking as unknown as typeof Intl.DateTimeFormat
  }, zones)

test.describe('on a device of an unknown time zone', () => {
  test.use({ timezoneId: 'UTC' })

  test('shows a site’s times by the API’s offset when the browser lacks its zone', async ({
    page,
    baseURL,
  }) => {
    const { traveller, order } = await newPaidOrder(baseURL)
    await enter(page, traveller)
    await forgetZones(page, ['Etc/Unknown', order.timeZone])
    const intl = createFormatter('en-US', await loadMessages('en-US'))
    const pickup = formatClock(order.pickupTime, { timeZone: order.timeZone, intl })
    for (const path of [`/order/detail/${order.orderId}`, '/order/category', '/']) {
      await page.goto(path)
      await expect(page.getByRole('main').getByText(pickup).first()).toBeVisible()
    }
    await page.goto('/site/detail/lakeside-garden-hotel')
    await expect(page.getByText(words('siteDetail.sendFrom')).last()).toBeVisible()
    await openForm(page, 'demo-hotel-desk')
    await unfold(page, 'when')
    await expect(page.getByText(words('common.screenFailed'))).toHaveCount(0)
  })
})

/** Translates the page like Chrome: replaces each text node by `font` elements, later ones too. */
const translate = (page: Page) =>
  page.evaluate(() => {
    const translateIn = (root: Node) => {
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
      const texts: Text[] = []
      for (let node = walker.nextNode(); node; node = walker.nextNode()) texts.push(node as Text)
      for (const text of texts) {
        if (text.data.trim() === '' || text.parentElement?.closest('font, script, style')) continue
        const [outer, inner] = [document.createElement('font'), document.createElement('font')]
        inner.textContent = `«${text.data}»`
        outer.append(inner)
        text.replaceWith(outer)
      }
    }
    document.documentElement.classList.add('translated-ltr')
    translateIn(document.body)
    new MutationObserver((records) => {
      for (const { addedNodes } of records)
        for (const node of addedNodes)
          if (node.parentNode && node.isConnected) translateIn(node instanceof Text ? node.parentNode : node)
    }).observe(document.body, { childList: true, subtree: true })
  })

test('updates the texts of a translated page, and removes them', async ({ page }) => {
  await page.clock.install()
  await page.goto('/sign/in')
  await typeIn(page.getByRole('textbox', { name: words('signIn.phone') }), `+86${newPhoneNumber()}`)
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: words('signIn.sendCode') }).click()
  const resend = page.getByRole('button', { name: /Resend|resend/ })
  await expect(resend).toBeVisible()
  await translate(page)
  const before = await resend.textContent()
  expect(before).toContain('«')
  await page.clock.runFor(5_000)
  await expect(resend).not.toHaveText(before ?? '')
  await expect(resend).toHaveText(/«.*5[0-5].*»/)
  await page.clock.runFor(60_000)
  await expect(resend).toBeEnabled()
  await expect(resend).not.toHaveText(/\d/)
  await page.keyboard.type('12')
  await page.keyboard.press('Enter')
  await expect(page.getByText(words('authProblem.codeRequired'))).toBeVisible()
  await page.keyboard.type('3')
  await expect(page.getByText(words('authProblem.codeRequired'))).toHaveCount(0)
  await page.goBack()
  await expect(page.getByRole('textbox')).toBeVisible()
  await expect(page.getByText(words('common.screenFailed'))).toHaveCount(0)
})

test('adds, updates and removes parts of a translated form', async ({ page }) => {
  await openForm(page, 'demo-hotel-desk')
  await unfold(page, 'bags')
  await translate(page)
  await page.getByRole('button', { name: words('orderForm.morePieces'), exact: true }).click()
  await page.getByLabel(/Add photos/).setInputFiles(await takePhoto())
  await page.getByRole('button', { name: words('photo.remove', { number: 1 }) }).click()
  await page.getByRole('button', { name: words('orderForm.review') }).click()
  await expect(page.getByText(words('orderForm.problem.photosRequired'))).toBeVisible()
  await page.getByLabel(/Add photos/).setInputFiles(await takePhoto())
  await expect(page.getByText(words('orderForm.problem.photosRequired'))).toHaveCount(0)
  await expect(page.getByText(words('common.screenFailed'))).toHaveCount(0)
})

inBothLanguages((say, locale) => {
  test('keeps the chosen country of a shared calling code, also after a reload', async ({ page }) => {
    await page.goto('/sign/in')
    const name = new Intl.DisplayNames([locale], { type: 'region' }).of('KZ') ?? ''
    const link = page.getByRole('link', { name: /\+7/ })
    await page.getByRole('link', { name: /\+\d/ }).click()
    await typeIn(page.getByRole('searchbox'), name)
    await page.getByRole('button', { name: new RegExp(name) }).click()
    await expect(link).toHaveAccessibleName(new RegExp(name))
    await page.reload()
    await expect(link).toHaveAccessibleName(new RegExp(name))
    await typeIn(page.getByRole('textbox', { name: say('signIn.phone') }), '8~10 86 138 0013 8000')
    await page.getByRole('textbox', { name: say('signIn.phone') }).blur()
    await expect(page.getByRole('textbox', { name: say('signIn.phone') })).toHaveValue('13800138000')
  })
})
