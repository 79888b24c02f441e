const resting = new Map<Element, number>()
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
