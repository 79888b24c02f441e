import { tapThreshold } from '../ui/gestures.ts'

const layerOf = (element: Element) => element.closest('body > *')

/**
 * Drops the click after a touch that moved further than a tap (spec section 9). Also drops the second click of a
 * double tap if the first one has changed what is under the finger.
 */
export function guardTaps(page: Document): void {
  let start: { x: number; y: number } | null = null
  let hasMoved = false
  let lastTapped: Element | null = null
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
        event.detail > 1 &&
        lastTapped !== null &&
        !(lastTapped.isConnected && layerOf(lastTapped) === layerOf(event.target))
      if (!isSecond) lastTapped = event.target.closest('a, button, label, input') ?? event.target
      if (!hasMoved && !isSecond) return
      event.preventDefault()
      event.stopPropagation()
    },
    { capture: true },
  )
}
