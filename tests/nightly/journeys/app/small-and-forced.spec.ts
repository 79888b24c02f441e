import type { Locator, Page } from '@playwright/test'
import { enter, newTraveller, placeOrder } from '../../../e2e/backend.ts'
import { openForm, toStation, words } from '../../../e2e/order-steps.ts'
import { expect, test } from '../../../e2e/own-address.ts'
import { typeIn } from '../../../e2e/type-in.ts'

const sheetOf = (page: Page) => page.getByRole('dialog', { name: words('orderForm.noDelivery') })

async function openPlaces(page: Page) {
  await openForm(page, 'demo-hotel-desk')
  await page.getByRole('button', { name: words('orderForm.chooseDestination'), exact: true }).click()
  await expect(sheetOf(page).getByRole('listitem').first()).toBeVisible()
}

/** Scrolls the target into view and expects a tap on its middle to hit it. */
async function expectReachable(target: Locator) {
  await target.scrollIntoViewIfNeeded()
  const hit = await target.evaluate((element) => {
    const { x, y, width, height } = element.getBoundingClientRect()
    const at = document.elementFromPoint(x + width / 2, y + height / 2)
    return at !== null && element.contains(at)
  })
  expect(hit).toBe(true)
}

const borderOf = (target: Locator, pseudo?: '::before') =>
  target.evaluate((element, part) => {
    const { borderTopStyle, borderTopWidth } = getComputedStyle(element, part)
    return borderTopStyle === 'solid' && Number.parseFloat(borderTopWidth) >= 1
  }, pseudo)

/** A popup's contrasts: edge to its background and to the page, background to the page, and text. */
const contrastsOf = (popup: Locator) =>
  popup.evaluate((element) => {
    const canvas = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true })
    const luminance = (color: string) => {
      if (!canvas) throw new Error('no canvas')
      canvas.fillStyle = color
      canvas.fillRect(0, 0, 1, 1)
      const [red = 0, green = 0, blue = 0] = [...canvas.getImageData(0, 0, 1, 1).data].map((value) => {
        const part = value / 255
        return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
      })
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue
    }
    const contrast = (a: string, b: string) => {
      const [dark = 0, light = 0] = [luminance(a), luminance(b)].sort((one, other) => one - other)
      return (light + 0.05) / (dark + 0.05)
    }
    const { boxShadow, backgroundColor, color } = getComputedStyle(element)
    const edge = /^rgba?\([^)]*\)/.exec(boxShadow)?.[0] ?? backgroundColor
    const page = getComputedStyle(document.documentElement).backgroundColor
    return {
      edge: Math.min(contrast(edge, backgroundColor), contrast(edge, page)),
      ground: contrast(backgroundColor, page),
      words: contrast(color, backgroundColor),
    }
  })

test.describe('at 400 % zoom on a small screen', () => {
  test.use({ viewport: { width: 320, height: 256 }, isMobile: false })

  test('reaches every row of a sheet by finger and keyboard, and keeps typed text in view', async ({
    page,
  }) => {
    await openPlaces(page)
    const sheet = sheetOf(page)
    const search = sheet.getByRole('searchbox')
    await typeIn(search, 'hongqiao')
    await expect(search).toBeInViewport()
    const found = sheet.getByRole('listitem').getByRole('button').filter({ hasText: toStation })
    await expectReachable(found)
    await search.clear()
    const rows = sheet.getByRole('listitem').getByRole('button')
    await expect(rows.nth(3)).toBeVisible()
    await expectReachable(rows.last())
    const own = sheet.getByRole('button', { name: words('orderForm.useOwnAddress') })
    await expectReachable(own)
    await search.focus()
    for (let step = 0; step < 60; step++) {
      if (await own.evaluate((element) => element === document.activeElement)) break
      await page.keyboard.press('Tab')
    }
    await expect(own).toBeFocused()
    await expect(own).toBeInViewport({ ratio: 1 })
    await page.keyboard.press('Enter')
    await expect(page.getByRole('textbox', { name: words('orderForm.address') })).toBeVisible()
  })

  test('covers no page content, and keeps the focus visible', async ({ page }) => {
    await openForm(page, 'demo-hotel-desk')
    const review = page.getByRole('button', { name: words('orderForm.review') })
    // The bar is at the end of the page and doesn't cover content.
    await expect(review).not.toBeInViewport()
    await page.keyboard.press('Tab')
    for (let step = 0; step < 60; step++) {
      const isSeen = await page.evaluate(() => {
        const focused = document.activeElement
        if (!focused || focused === document.body) return true
        const { x, y, width, height } = focused.getBoundingClientRect()
        const at = document.elementFromPoint(x + width / 2, Math.min(y + height / 2, innerHeight - 1))
        return at !== null && (focused.contains(at) || at.contains(focused))
      })
      expect(isSeen, await page.evaluate(() => document.activeElement?.outerHTML.slice(0, 200))).toBe(true)
      if (await review.evaluate((element) => element === document.activeElement)) return
      await page.keyboard.press('Tab')
    }
    throw new Error('The keyboard never reached the button')
  })
})

test.describe('in forced colors', () => {
  test.use({ forcedColors: 'active' })

  test('draws an edge around sheets, badges, dots and buttons, where backgrounds are gone', async ({
    page,
    baseURL,
  }) => {
    const traveller = await newTraveller(baseURL)
    const { orderNumber } = await placeOrder(traveller)
    await enter(page, traveller)
    await page.goto('/')
    await expect(page.getByRole('link', { name: orderNumber })).toBeVisible()
    expect(await page.evaluate(() => matchMedia('(forced-colors: active)').matches)).toBe(true)
    const main = page.getByRole('main')
    const badge = main.getByText(words('orderStatus.pending_payment'), { exact: true })
    expect([await borderOf(badge), await borderOf(badge, '::before')]).toEqual([true, true])
    expect(await borderOf(page.getByRole('link', { name: words('home.scan') }))).toBe(true)
    await openPlaces(page)
    expect(await borderOf(sheetOf(page))).toBe(true)
    await page.keyboard.press('Escape')
    await expect(sheetOf(page)).toBeHidden()
    expect(await borderOf(page.locator('#part-bags'))).toBe(true)
  })
})

test.describe('in dark colors', () => {
  test.use({ colorScheme: 'dark' })

  test('separates sheets, dialogs and toasts from the page by an edge or ground of 3:1', async ({
    page,
    context,
    baseURL,
  }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await enter(page, await newTraveller(baseURL))
    await openPlaces(page)
    expect((await contrastsOf(sheetOf(page))).edge).toBeGreaterThanOrEqual(3)
    await page.goto('/')
    await page.getByRole('button', { name: words('account.title') }).click()
    await page.getByRole('button', { name: words('accountSheet.signOut') }).click()
    const dialog = page.getByRole('alertdialog')
    expect((await contrastsOf(dialog)).edge).toBeGreaterThanOrEqual(3)
    await page.goto('/site/detail/peoples-square-storage')
    await page.getByRole('button', { name: /People’s Square/ }).click()
    await page.getByRole('button', { name: words('map.copy') }).click()
    const toast = page.getByText(words('map.copied'), { exact: true }).locator('xpath=../..')
    await expect(toast).toBeVisible()
    expect((await contrastsOf(toast)).ground).toBeGreaterThanOrEqual(3)
  })
})

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`with more contrast, ${colorScheme}`, () => {
    test.use({ contrast: 'more', colorScheme })

    test('shows the text of a disabled button with a contrast of 7:1', async ({ page, baseURL }) => {
      const traveller = await newTraveller(baseURL, 'Ada')
      await enter(page, traveller)
      await page.goto('/person/profile/edit')
      const save = page.getByRole('button', { name: words('profile.save') })
      await expect(save).toBeDisabled()
      expect((await contrastsOf(save)).words).toBeGreaterThanOrEqual(7)
    })
  })
}
