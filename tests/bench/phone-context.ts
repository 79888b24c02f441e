import type { BrowserContextOptions } from '@playwright/test'

/** A new visitor's phone. */
export const phoneContext: BrowserContextOptions = {
  viewport: { width: 390, height: 844 },
  isMobile: true,
  hasTouch: true,
  deviceScaleFactor: 2,
  locale: 'en-US',
  timezoneId: 'Asia/Shanghai',
  // The page can't see the size of responses from a service worker.
  serviceWorkers: 'block',
}
