import { expect, type Locator, type Page } from '@playwright/test'

/** More tab stops than any page has. */
const maxStops = 120

/** The focused element: what covers it, if anything, or `null` if the page has lost focus. */
const lookAtFocus = (page: Page) =>
  page.evaluate(() => {
    const focused = document.activeElement
    if (!focused || focused === document.body) return { isLost: true, hiddenBy: '' }
    const { left, top, width, height } = focused.getBoundingClientRect()
    const hit = document.elementFromPoint(left + width / 2, top + Math.min(height / 2, 40))
    const label = focused.closest('label')
    const isSeen = !hit || focused.contains(hit) || hit.contains(focused) || label?.contains(hit)
    return { isLost: false, hiddenBy: isSeen ? '' : (hit?.outerHTML.slice(0, 200) ?? '') }
  })

/** Presses Tab until the target has focus. Expects every stop on the way to be visible. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible()
  for (let stop = 0; stop < maxStops; stop++) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
    expect((await lookAtFocus(page)).hiddenBy).toBe('')
  }
  throw new Error(`Tab does not reach ${target}`)
}

/** Tabs to a control and presses it. */
export async function press(page: Page, target: Locator, key: 'Enter' | 'Space' = 'Enter'): Promise<void> {
  await tabTo(page, target)
  await page.keyboard.press(key)
}

/** Tabs to a field and types, key by key. */
export async function type(page: Page, target: Locator, text: string): Promise<void> {
  await tabTo(page, target)
  await page.keyboard.type(text)
}
