import { expect, type Locator } from '@playwright/test'
import { unfold } from '../../../e2e/form-parts.ts'
import { openForm, words } from '../../../e2e/order-steps.ts'
import { takePhoto } from '../../../e2e/photos.ts'
import { test } from '../../../e2e/traveller.ts'

/** Whether the focused element's whole ring is inside the window and all clipping ancestors. */
const hasWholeRing = (target: Locator) =>
  target.evaluate((focused) => {
    const { outlineStyle, outlineWidth, outlineOffset } = getComputedStyle(focused)
    if (outlineStyle === 'none') return false
    const beyond = Number.parseFloat(outlineWidth) + Number.parseFloat(outlineOffset)
    const { left, right, top, bottom } = focused.getBoundingClientRect()
    const isIn = (box: { left: number; right: number; top: number; bottom: number }) =>
      left - beyond >= box.left - 0.5 &&
      right + beyond <= box.right + 0.5 &&
      top - beyond >= box.top - 0.5 &&
      bottom + beyond <= box.bottom + 0.5
    if (!isIn({ left: 0, right: innerWidth, top: 0, bottom: innerHeight })) return false
    for (let around = focused.parentElement; around; around = around.parentElement) {
      if (getComputedStyle(around).overflowY === 'visible') continue
      if (around !== document.body && around !== document.documentElement) {
        if (!isIn(around.getBoundingClientRect())) return false
      }
    }
    return true
  })

test('shows the whole focus ring of a sheet’s list, of each of its rows, and of a photo’s button', async ({
  page,
}) => {
  await openForm(page, 'demo-hotel-desk')
  await page.getByRole('button', { name: words('orderForm.chooseDestination'), exact: true }).click()
  const sheet = page.getByRole('dialog', { name: words('orderForm.noDelivery') })
  const rows = sheet.getByRole('listitem').getByRole('button')
  await expect(rows.first()).toBeVisible()
  const count = await rows.count()
  const list = sheet.getByRole('group').first()
  let rings = 0
  for (let stop = 0; rings <= count && stop < 60; stop++) {
    await page.keyboard.press('Tab')
    const focused = page.locator(':focus')
    const isRow = await focused.evaluate((element) => element.matches('li button'))
    const isList = await list.evaluate((element) => element === document.activeElement)
    if (!isRow && !isList) continue
    rings += 1
    expect(await hasWholeRing(focused), (await focused.textContent()) ?? undefined).toBe(true)
  }
  expect(rings).toBe(count + 1)
  await page.keyboard.press('Escape')

  await unfold(page, 'bags')
  await page.getByLabel(words('orderForm.addPhotos')).setInputFiles([await takePhoto()])
  const remove = page.getByRole('button', { name: words('photo.remove', { number: 1 }) })
  await remove.focus()
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Tab')
  await expect(remove).toBeFocused()
  expect(await hasWholeRing(remove.locator(':scope > span'))).toBe(true)
})
