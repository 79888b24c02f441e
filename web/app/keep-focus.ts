import { focusHeading } from './focus-heading.ts'

const sections = 'h2, h3'
const isElement = (node: Node): node is Element => node instanceof Element

/** The last of the headings before an element, in the same popup if it is in one. */
function headingBefore(element: Element): HTMLElement | undefined {
  const popup = element.closest('[role$="dialog"]') ?? document
  return [...popup.querySelectorAll<HTMLElement>(sections)].findLast(
    (heading) => heading.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_FOLLOWING,
  )
}

/** Elements from the focused one up to the page, and the heading it is under. */
type Place = { path: Element[]; heading: HTMLElement | undefined }

function placeOf(element: Element): Place {
  const path: Element[] = []
  for (let node: Element | null = element; node; node = node.parentElement) path.push(node)
  return { path, heading: headingBefore(element) }
}

/**
 * A button that goes away when it is pressed, as "Try again" or "Remove", would leave the focus nowhere: it moves to the
 * heading of what comes in its place, or that it was under, or of the page.
 */
export function keepFocus(page: Document): void {
  let place: Place | null = null
  page.addEventListener('focusin', ({ target }) => {
    place = target instanceof Element ? placeOf(target) : null
  })
  const move = (records: MutationRecord[]) => {
    const { activeElement, body } = page
    const [focused] = place?.path ?? []
    if (!place || !focused || focused.isConnected) return
    if (activeElement !== body) return
    const { path, heading } = place
    place = null
    const around = path.find((element) => element.isConnected)
    const news = around?.closest('main, [role$="dialog"]')
      ? records.flatMap(({ addedNodes }) => [...addedNodes]).filter(isElement)
      : []
    const added = news
      .filter((element) => around?.contains(element))
      .map((element) => (element.matches(sections) ? element : element.querySelector(sections)))
      .find((found) => found instanceof HTMLElement)
    const target = added ?? (heading?.isConnected ? heading : undefined)
    if (!target) return void focusHeading()
    target.tabIndex = -1
    target.focus({ preventScroll: true })
    // Somebody at a keyboard sees where it is now.
    if (target.matches(':focus-visible')) target.scrollIntoView({ block: 'nearest' })
  }
  new MutationObserver(move).observe(page.body, { childList: true, subtree: true })
}
