import { expect, type Page } from '@playwright/test'

const workers = {
  travellers: { script: '/service-worker.js', scope: '/', page: '/index.html' },
  crew: { script: '/crew-service-worker.js', scope: '/crew', page: '/crew' },
} as const

/** Whether the service worker has cached everything and controls the page. */
export const isKept = (page: Page, app: keyof typeof workers = 'travellers'): Promise<boolean> =>
  page.evaluate(
    async (cachedPage) =>
      navigator.serviceWorker.controller !== null && (await caches.match(cachedPage)) !== undefined,
    workers[app].page,
  )

/** Installs the service worker immediately, without the page's four idle seconds, and waits for its cache. */
export async function readyForOffline(page: Page, app: keyof typeof workers = 'travellers'): Promise<void> {
  await page.evaluate(
    ({ script, scope }) =>
      navigator.serviceWorker
        .register(`${script}?${document.documentElement.lang}`, { scope })
        .then(() => {}),
    workers[app],
  )
  await expect.poll(() => isKept(page, app), { timeout: 20_000 }).toBe(true)
}
