/** Moves the focus to the first wrong field of a form that was submitted, once the page shows what is wrong. */
export function focusWrong(page: Document): void {
  page.addEventListener('submit', ({ target }) =>
    queueMicrotask(() => (target as Element).querySelector<HTMLElement>('[aria-invalid]')?.focus()),
  )
}
