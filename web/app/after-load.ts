import { guardTaps } from './guard-taps.ts'
import { registerServiceWorker } from './register-service-worker.ts'
import { restoreFocus } from './restore-focus.ts'

/** Not needed for the first paint, so it starts later. */
export function afterLoad(): void {
  guardTaps(document)
  restoreFocus(document)
  focusInvalidField(document)
  registerServiceWorker()
}

/** Runs in a microtask, after React has rendered the errors. */
function focusInvalidField(page: Document): void {
  page.addEventListener('submit', ({ target }) =>
    queueMicrotask(() => (target as Element).querySelector<HTMLElement>('[aria-invalid]')?.focus()),
  )
}
