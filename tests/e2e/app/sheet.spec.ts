import type { Locator, Page } from '@playwright/test'
import { openForm, toStation, words } from '../order-steps.ts'
import { expect, test } from '../own-address.ts'
import { fillOrder, nameCollector } from '../trip.ts'

const opener = (page: Page) =>
  page.getByRole('button', { name: words('orderForm.chooseDestination'), exact: true })
const sheet = (page: Page) => page.getByRole('dialog', { name: words('orderForm.noDelivery') })

async function openSheet(page: Page) {
  await opener(page).click()
  await expect(sheet(page)).toBeFocused()
  // Waits for the opening animation, so that touches hit the sheet.
  await sheet(page).evaluate((element) =>
    Promise.all(element.getAnimations().map(({ finished }) => finished)),
  )
}

/** Holds a finger still, so that lifting it isn't a fling. */
const rest = (page: Page) =>
  page.evaluate(async () => {
    const from = performance.now()
    while (performance.now() - from < 60) await new Promise(requestAnimationFrame)
  })

/** Drags the sheet down by its title by `distance` pixels. */
async function pull(page: Page, distance: number) {
  const title = await sheet(page).getByRole('heading').first().boundingBox()
  if (!title) throw new Error('The sheet has no title')
  const session = await page.context().newCDPSession(page)
  for (let moved = 0; moved <= distance; moved += 20) {
    const touchPoints = [{ x: title.x + 20, y: title.y + moved }]
    await session.send('Input.dispatchTouchEvent', {
      type: moved === 0 ? 'touchStart' : 'touchMove',
      touchPoints,
    })
  }
  await rest(page)
  await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
}

test('closes a sheet by Escape, a tap outside and a swipe down, and returns the focus @nightly', async ({
  page,
}) => {
  await page.goto('/order/create/demo-hotel-desk')
  await expect(page.getByRole('button', { name: words('orderForm.review'), exact: true })).toBeEnabled()
  const behind = page.locator('#root')

  await openSheet(page)
  await expect(behind).toHaveAttribute('inert')
  await page.keyboard.press('Escape')
  await expect(sheet(page)).toBeHidden()
  await expect(opener(page)).toBeFocused()
  await expect(behind).not.toHaveAttribute('inert')

  await openSheet(page)
  await page.touchscreen.tap(195, 20)
  await expect(sheet(page)).toBeHidden()
  await expect(opener(page)).toBeFocused()

  await openSheet(page)
  await pull(page, 40)
  await expect(sheet(page)).toBeVisible()
  await expect(sheet(page)).toHaveCSS('translate', 'none')
  await pull(page, 500)
  await expect(sheet(page)).toBeHidden()
  await expect(opener(page)).toBeFocused()
})

test('draws a sheet in the frame of its tap, before the page becomes inert and the focus moves @nightly', async ({
  page,
}) => {
  await page.goto('/order/create/demo-hotel-desk')
  await expect(page.getByRole('button', { name: words('orderForm.review'), exact: true })).toBeEnabled()
  const behind = page.locator('#root')
  const inTheTap = await opener(page).evaluate(async (button: HTMLElement) => {
    button.focus()
    button.click()
    await null
    const popup = document.querySelector('[role=dialog]')
    return {
      sheet: popup !== null,
      inert: document.getElementById('root')?.inert,
      focus: popup?.contains(document.activeElement),
    }
  })
  expect(inTheTap).toEqual({ sheet: true, inert: false, focus: false })
  await expect(behind).toHaveAttribute('inert')
  await expect(sheet(page)).toBeFocused()
})

test('keeps a sheet open when a press begins inside and ends outside, without scrolling the page @nightly', async ({
  page,
}) => {
  await page.goto('/order/create/demo-hotel-desk')
  await expect(page.getByRole('button', { name: words('orderForm.review'), exact: true })).toBeEnabled()
  await openSheet(page)
  const title = await sheet(page).getByRole('heading').first().boundingBox()
  await page.mouse.move((title?.x ?? 0) + 20, (title?.y ?? 0) + 10)
  await page.mouse.down()
  await page.mouse.move(195, 20)
  await page.mouse.up()
  await expect(sheet(page)).toBeVisible()

  // The page behind doesn't scroll.
  await page.mouse.wheel(0, 400)
  expect(await page.evaluate(() => window.scrollY)).toBe(0)
  await expect(sheet(page)).toBeVisible()
})

test('closes a sheet in the frame of a choice, and folds the part behind it in the next @nightly', async ({
  page,
}) => {
  await page.goto('/order/create/demo-hotel-desk')
  await expect(page.getByRole('button', { name: words('orderForm.review'), exact: true })).toBeEnabled()
  await openSheet(page)
  const folded = page.locator('#change-route')
  const foldedAtFirst = page.evaluate(
    () =>
      new Promise((resolve) => {
        new MutationObserver((_, observer) => {
          if (!document.querySelector('[data-closing]')) return
          observer.disconnect()
          resolve(document.querySelector('#change-route') !== null)
        }).observe(document.body, { attributes: true, childList: true, subtree: true })
      }),
  )
  await sheet(page).getByRole('button', { name: 'Hongqiao Railway Station' }).click()
  expect(await foldedAtFirst).toBe(false)
  await expect(folded).toBeFocused()
  await expect(page.locator('#part-bags').getByRole('spinbutton')).toBeVisible()
})

/** Double-taps the middle of an element. */
async function tapTwice(page: Page, target: Locator) {
  await target.scrollIntoViewIfNeeded()
  const box = await target.boundingBox()
  if (!box) throw new Error('There is nothing to tap')
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  await page.touchscreen.tap(x, y)
  await page.touchscreen.tap(x, y)
}

test('ignores the second tap of a double tap that opens the terms @nightly', async ({ page }) => {
  await openForm(page, 'demo-hotel-desk')
  await nameCollector(page, words)
  await fillOrder(page, words, { place: toStation })
  await tapTwice(page, page.getByRole('button', { name: words('orderForm.review'), exact: true }))
  const terms = page.getByRole('dialog', { name: words('orderForm.agreeToTerms') })
  await expect(terms).toBeVisible()
  await page.touchscreen.tap(195, 20)
  await expect(terms).toBeHidden()
  await expect(page).toHaveURL(/\/order\/create\/demo-hotel-desk\?/)
})

test('returns the focus to the button that opened the terms @nightly', async ({ page }) => {
  await openForm(page, 'demo-hotel-desk')
  await nameCollector(page, words)
  await fillOrder(page, words, { place: toStation })
  const review = page.getByRole('button', { name: words('orderForm.review'), exact: true })
  await review.focus()
  await page.keyboard.press('Enter')
  const terms = page.getByRole('dialog', { name: words('orderForm.agreeToTerms') })
  await expect(terms).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(terms).toHaveCount(0)
  await expect(review).toBeFocused()
})
