import type { App } from '@handsfree/core'
import { guardTaps } from './guard-taps.ts'
import { keepPages } from './kept-pages.ts'
import { registerServiceWorker } from './register-service-worker.ts'
import { restoreFocus } from './restore-focus.ts'
import type { RouteConfig } from './route-config.ts'

/** Starts what the first paint doesn't need. */
export function afterLoad(app: App, routes: readonly RouteConfig[]): void {
  guardTaps(document)
  restoreFocus(document)
  focusInvalidField(document)
  registerServiceWorker()
  if (import.meta.env.PROD) keepPages(app, routes)
}

/** Runs in a microtask, after React has rendered the errors. */
function focusInvalidField(page: Document): void {
  page.addEventListener('submit', ({ target }) =>
    queueMicrotask(() => (target as Element).querySelector<HTMLElement>('[aria-invalid]')?.focus()),
  )
}
