import { guardTaps } from './guard-taps.ts'
import { keepFocus } from './keep-focus.ts'
import { openOffline } from './open-offline.ts'

/** Loads what a page needs only once it is shown. */
export function afterLoad(): void {
  guardTaps(document)
  keepFocus(document)
  focusWrong(document)
  openOffline()
}

/** Moves the focus to the first wrong field of a form that was submitted, once the page shows what is wrong. */
function focusWrong(page: Document): void {
  page.addEventListener('submit', ({ target }) =>
    queueMicrotask(() => (target as Element).querySelector<HTMLElement>('[aria-invalid]')?.focus()),
  )
}
