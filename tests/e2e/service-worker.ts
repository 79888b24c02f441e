import { expect, type Page } from '@playwright/test'

/** Whether the service worker has cached everything and controls the page. */
export const isKept = (page: Page): Promise<boolean> =>
  page.evaluate(
    async () =>
      navigator.serviceWorker.controller !== null && (await caches.match('/index.html')) !== undefined,
  )

/** Installs the service worker immediately, without the page's four idle seconds, and waits for its cache. */
export async function readyForOffline(page: Page): Promise<void> {
  await page.evaluate(() =>
    navigator.serviceWorker.register(`/service-worker.js?${document.documentElement.lang}`).then(() => {}),
  )
  await expect.poll(() => isKept(page), { timeout: 20_000 }).toBe(true)
}
