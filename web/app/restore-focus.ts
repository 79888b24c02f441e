import { focusHeading } from './focus-heading.ts'

const sections = 'h2, h3'
const isElement = (node: Node): node is Element => node instanceof Element

/** The last heading before an element, within the same dialog. */
function headingBefore(element: Element): HTMLElement | undefined {
  const popup = element.closest('[role$="dialog"]') ?? document
  return [...popup.querySelectorAll<HTMLElement>(sections)].findLast(
    (heading) => heading.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_FOLLOWING,
  )
}

/** Ancestors of the focused element and the heading above it. */
type FocusPosition = { path: Element[]; heading: HTMLElement | undefined }

function focusPositionOf(element: Element): FocusPosition {
  const path: Element[] = []
  for (let node: Element | null = element; node; node = node.parentElement) path.push(node)
  return { path, heading: headingBefore(element) }
}

/**
 * Restores the focus after the focused element is removed ("Try again", "Remove"). Moves it to the heading of the
 * added content, else the heading above the element, else the page's heading.
 */
export function restoreFocus(page: Document): void {
  let position: FocusPosition | null = null
  page.addEventListener('focusin', ({ target }) => {
    position = target instanceof Element ? focusPositionOf(target) : null
  })
  const move = (records: MutationRecord[]) => {
    const { activeElement, body } = page
    const [focused] = position?.path ?? []
    if (!position || !focused || focused.isConnected) return
    if (activeElement !== body) return
    const { path, heading } = position
    position = null
    const around = path.find((element) => element.isConnected)
    const addedElements = around?.closest('main, [role$="dialog"]')
      ? records.flatMap(({ addedNodes }) => [...addedNodes]).filter(isElement)
      : []
    const added = addedElements
      .filter((element) => around?.contains(element))
      .map((element) => (element.matches(sections) ? element : element.querySelector(sections)))
      .find((found) => found instanceof HTMLElement)
    const target = added ?? (heading?.isConnected ? heading : undefined)
    if (!target) return void focusHeading()
    target.tabIndex = -1
    target.focus({ preventScroll: true })
    // Keyboard users need to see the new focus.
    if (target.matches(':focus-visible')) target.scrollIntoView({ block: 'nearest' })
  }
  new MutationObserver(move).observe(page.body, { childList: true, subtree: true })
}
