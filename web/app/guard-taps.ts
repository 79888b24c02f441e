import { tapThreshold } from '../ui/gestures.ts'

/** The root of the page or of a popup. */
const layerOf = (element: Element) => element.closest('body > *')

/**
 * Drops the click that a browser makes after a finger has moved further than a tap does, and the second one of a double tap
 * where the first has put something else under the finger.
 */
export function guardTaps(page: Document): void {
  let start: { x: number; y: number } | null = null
  let hasMoved = false
  let last: Element | null = null
  const options = { capture: true, passive: true }
  page.addEventListener(
    'pointerdown',
    ({ pointerType, clientX: x, clientY: y }) => {
      start = pointerType === 'touch' ? { x, y } : null
      hasMoved = false
    },
    options,
  )
  page.addEventListener(
    'pointermove',
    ({ clientX, clientY }) => {
      if (start && Math.hypot(clientX - start.x, clientY - start.y) > tapThreshold) hasMoved = true
    },
    options,
  )
  page.addEventListener(
    'click',
    (event) => {
      if (event.pointerType !== 'touch' || !(event.target instanceof Element)) return
      const isSecond =
        event.detail > 1 && last !== null && !(last.isConnected && layerOf(last) === layerOf(event.target))
      if (!isSecond) last = event.target.closest('a, button, label, input') ?? event.target
      if (!hasMoved && !isSecond) return
      event.preventDefault()
      event.stopPropagation()
    },
    { capture: true },
  )
}
