import type { Page } from '@playwright/test'

declare global {
  interface Window {
    announced?: string[]
  }
}

/** Records announcements of live regions on every page of this tab. */
export const recordAnnouncements = (page: Page) =>
  page.addInitScript(() => {
    const announced: string[] = []
    window.announced = announced
    const live = '[role=status],[role=alert],[role=log],[aria-live]:not([aria-live=off])'
    const last = new WeakMap<Element, string>()
    const listen = () => {
      for (const region of document.querySelectorAll<HTMLElement>(live)) {
        // biome-ignore lint/performance/useDomNodeTextContent: it puts a space between two blocks, as a reader pauses.
        const text = region.innerText.replace(/\s+/g, ' ').trim()
        if (text && last.get(region) !== text) announced.push(text)
        last.set(region, text)
      }
    }
    new MutationObserver(listen).observe(document, { childList: true, subtree: true, characterData: true })
  })

/** Announcements since the page opened. */
export const readAnnouncements = (page: Page): Promise<string[]> =>
  page.evaluate(() => window.announced ?? [])
