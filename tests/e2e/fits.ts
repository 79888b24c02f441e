import { expect, type Page } from '@playwright/test'

/** Runs in the page: finds elements that large text breaks, hides or pushes out of view. */
async function findClippedText(textSize: string): Promise<string[]> {
  const root = document.documentElement
  root.style.fontSize = textSize
  // Waits two frames for components that measure themselves.
  for (const _ of [1, 2]) await new Promise(requestAnimationFrame)
  // Phones zoom out a page that is too wide, so its window is wider.
  const isTooWide = root.scrollWidth > root.clientWidth
  const found: string[] = isTooWide ? [`the page is ${root.scrollWidth} wide`] : []
  const lose = (why: string, element: Element) =>
    found.push(`${why}: ${element.outerHTML.replaceAll(/ (class|d)="[^"]*"/g, '').slice(0, 300)}`)
  for (const element of document.body.querySelectorAll<HTMLElement>('*')) {
    const { overflowX, overflowY, clip, clipPath, position, fontSize, bottom } = getComputedStyle(element)
    const isHidden = !element.checkVisibility() || clip !== 'auto' || clipPath !== 'none'
    if (position === 'sticky' && bottom !== 'auto' && element.offsetHeight > innerHeight / 3)
      lose('covers more than a third of the page', element)
    if (element.matches('[type="tel"]') && element.clientWidth < 6 * Number.parseFloat(fontSize))
      lose('shows a part of a number', element)
    // Skips text for screen readers only, which is clipped to no size.
    if (isHidden || !element.textContent?.trim()) continue
    const isWide = ['hidden', 'clip'].includes(overflowX) && element.scrollWidth > element.clientWidth + 1
    const isHigh = ['hidden', 'clip'].includes(overflowY) && element.scrollHeight > element.clientHeight + 1
    if (isWide || isHigh) lose('is cut off', element)
    const { right } = element.getBoundingClientRect()
    if (isTooWide && Math.ceil(right + scrollX) >= root.scrollWidth) lose('makes the page wide', element)
    for (const node of element.childNodes) {
      if (!(node instanceof Text)) continue
      const isHeading = element.closest('h1, h2, h3') !== null
      for (const { 0: word, index } of isHeading ? node.data.matchAll(/\p{Script=Latin}{2,}/gu) : []) {
        const range = document.createRange()
        range.setStart(node, index)
        range.setEnd(node, index + word.length)
        if (new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1)
          lose(`breaks ${word} into lines`, element)
      }
      for (const { 0: amount, index } of node.data.matchAll(/[−+]?[¥$€]\s?\d[\d,.]*/g)) {
        const range = document.createRange()
        range.setStart(node, index)
        range.setEnd(node, index + amount.length)
        if (new Set([...range.getClientRects()].map(({ top }) => top)).size > 1)
          lose(`breaks ${amount} into lines`, element)
      }
    }
  }
  root.style.fontSize = ''
  return found
}

/**
 * Expects no loss at twice the text size: no horizontal scrolling, no clipped text, and no line break in amounts or
 * heading words. A sticky bar leaves at least two thirds of the height. Scroll containers may be wide.
 */
export async function expectFits(page: Page): Promise<void> {
  expect(await page.evaluate(findClippedText, '200%')).toEqual([])
}

/** Runs in the page: whether the focused element is covered or out of view. */
async function findCovered(textSize: string): Promise<string[]> {
  document.documentElement.style.fontSize = textSize
  for (const _ of [1, 2]) await new Promise(requestAnimationFrame)
  const popup = [...document.querySelectorAll('[role="dialog"], [role="alertdialog"]')].at(-1)
  const before = document.activeElement
  const shares = [0.1, 0.5, 0.9]
  const found: string[] = []
  for (const element of (popup ?? document).querySelectorAll<HTMLElement>(
    'a[href], button:not(:disabled), input:not([hidden], :disabled), select, textarea, summary',
  )) {
    if (!element.checkVisibility()) continue
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
    element.focus()
    if (document.activeElement !== element) continue
    const { left, top, width, height } = element.getBoundingClientRect()
    const isSeen = shares.some((x) =>
      shares.some((y) => {
        const at = document.elementFromPoint(left + width * x, top + height * y)
        return at !== null && (element.contains(at) || at.contains(element))
      }),
    )
    if (!isSeen) found.push(element.outerHTML.slice(0, 300))
  }
  if (before instanceof HTMLElement) before.focus({ preventScroll: true })
  document.documentElement.style.fontSize = ''
  return found
}

/** Expects fit and visible focus at twice the text size, at 320 × 640 and in landscape. Then restores the page. */
export async function expectFitsSmallPhones(page: Page): Promise<void> {
  const before = page.viewportSize()
  const top = await page.evaluate(() => scrollY)
  for (const [width, height, textSize] of [
    [320, 640, '200%'],
    [844, 390, '100%'],
  ] as const) {
    await page.setViewportSize({ width, height })
    expect(await page.evaluate(findClippedText, textSize)).toEqual([])
    expect(await page.evaluate(findCovered, textSize)).toEqual([])
  }
  if (before) await page.setViewportSize(before)
  await page.evaluate((y) => scrollTo(0, y), top)
}
