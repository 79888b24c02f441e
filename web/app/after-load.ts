import { guardTaps } from './guard-taps.ts'
import { keepFocus } from './keep-focus.ts'
import { openOffline } from './open-offline.ts'

/** Not needed for the first paint, so it starts later. */
export function afterLoad(): void {
  guardTaps(document)
  keepFocus(document)
  focusWrong(document)
  openOffline()
}

/** Runs in a microtask, after React has rendered the errors. */
function focusWrong(page: Document): void {
  page.addEventListener('submit', ({ target }) =>
    queueMicrotask(() => (target as Element).querySelector<HTMLElement>('[aria-invalid]')?.focus()),
  )
}
