import { tapThreshold } from '../ui/gestures.ts'

/** Drops the click that a browser makes after a finger has moved further than a tap does. */
export function guardTaps(page: Document): void {
  let start: { x: number; y: number } | null = null
  let hasMoved = false
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
      if (!hasMoved || event.pointerType !== 'touch') return
      event.preventDefault()
      event.stopPropagation()
    },
    { capture: true },
  )
}
