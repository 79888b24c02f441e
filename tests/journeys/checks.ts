import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/** Dial codes by letter, some 250 rows: those of the first two letters stand for the others. */
const moreOfTheSame = '[id^="letter-"] ~ [id^="letter-"] ~ [id^="letter-"]'

async function expectNothingFound(axe: AxeBuilder): Promise<void> {
  // Pages have no frames: axe needs no second page to put its findings together.
  const { violations } = await axe.setLegacyMode().exclude(moreOfTheSame).analyze()
  expect(violations.map(({ id, nodes }) => [id, ...nodes.map(({ html }) => html)])).toEqual([])
}

/** Expects axe to find nothing on the page as it is shown now. */
export const expectAccessible = (page: Page) => expectNothingFound(new AxeBuilder({ page }))

/** Expects enough contrast everywhere, in the colors that are shown now. */
export const expectContrast = (page: Page) =>
  expectNothingFound(new AxeBuilder({ page }).withRules(['color-contrast', 'link-in-text-block']))

/**
 * Nothing is lost at twice the text size: the page does not scroll sideways, and no text is wider or higher than what
 * cuts it off. What scrolls by itself may be wide.
 */
export async function expectFits(page: Page): Promise<void> {
  const lost = await page.evaluate(() => {
    const root = document.documentElement
    root.style.fontSize = '200%'
    const found = root.scrollWidth > innerWidth ? [`the page is ${root.scrollWidth} wide`] : []
    for (const element of document.body.querySelectorAll<HTMLElement>('*')) {
      const { overflowX, overflowY, clip, clipPath } = getComputedStyle(element)
      // Words for screen readers alone take no room.
      if (clip !== 'auto' || clipPath !== 'none' || !element.textContent?.trim()) continue
      const isWide = ['hidden', 'clip'].includes(overflowX) && element.scrollWidth > element.clientWidth + 1
      const isHigh = ['hidden', 'clip'].includes(overflowY) && element.scrollHeight > element.clientHeight + 1
      if (isWide || isHigh) found.push(element.outerHTML.slice(0, 300))
    }
    root.style.fontSize = ''
    return found
  })
  expect(lost).toEqual([])
}

/** The browser's own lines about answers and lines that do not come about, and Playwright's about a worker that it blocks. */
const isBrowsersOwn = (text: string) =>
  /^(Failed to load resource|WebSocket connection to |Service Worker registration blocked)/.test(text)

/** Everything that the page writes to the console or lets go uncaught, from now on. */
export function listen(page: Page): string[] {
  const heard: string[] = []
  page.on('console', (message) => {
    if (!isBrowsersOwn(message.text())) heard.push(`${message.type()}: ${message.text()}`)
  })
  page.on('pageerror', (error) => heard.push(String(error)))
  return heard
}
