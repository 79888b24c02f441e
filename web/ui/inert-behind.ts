const resting = new Map<Element, number>()
let open = 0

/** Scrollbars that take room leave it empty while the page rests. */
const hasWideScrollbar = () =>
  matchMedia('(pointer: fine)').matches && innerWidth > document.documentElement.clientWidth

/**
 * Makes everything beside `popup` inert but toasts, which are read out above a sheet, and stops the page's scrolling.
 * Returns a function that ends it.
 */
export function makeInertBehind(popup?: Element): () => void {
  const { body, documentElement: root } = document
  const gutter = open === 0 && hasWideScrollbar()
  const others = [...body.children].filter(
    (child) => child !== popup && !child.matches('[data-above-sheets], [data-closing], script'),
  )
  for (const other of others) {
    resting.set(other, (resting.get(other) ?? 0) + 1)
    other.setAttribute('inert', '')
  }
  open += 1
  if (open === 1) root.dataset.resting = gutter ? 'gutter' : ''
  return () => {
    for (const other of others) {
      const left = (resting.get(other) ?? 1) - 1
      if (left > 0) resting.set(other, left)
      else {
        resting.delete(other)
        other.removeAttribute('inert')
      }
    }
    open -= 1
    if (open === 0) delete root.dataset.resting
  }
}
