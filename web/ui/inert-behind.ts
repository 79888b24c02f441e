const inertCounts = new Map<Element, number>()
let open = 0

/** Such scrollbars need a gutter while the page can't scroll. */
const hasWideScrollbar = () =>
  matchMedia('(pointer: fine)').matches && innerWidth > document.documentElement.clientWidth

/**
 * Makes all siblings of `popup` inert and stops page scrolling. Toasts stay active, so that they are announced.
 * Returns a function that undoes it.
 */
export function makeInertBehind(popup?: Element): () => void {
  const { body, documentElement: root } = document
  const gutter = open === 0 && hasWideScrollbar()
  const siblings = [...body.children].filter(
    (child) => child !== popup && !child.matches('[data-above-sheets], [data-closing], script'),
  )
  for (const other of siblings) {
    inertCounts.set(other, (inertCounts.get(other) ?? 0) + 1)
    other.setAttribute('inert', '')
  }
  open += 1
  if (open === 1) root.dataset.resting = gutter ? 'gutter' : ''
  return () => {
    for (const other of siblings) {
      const left = (inertCounts.get(other) ?? 1) - 1
      if (left > 0) inertCounts.set(other, left)
      else {
        inertCounts.delete(other)
        other.removeAttribute('inert')
      }
    }
    open -= 1
    if (open === 0) delete root.dataset.resting
  }
}
