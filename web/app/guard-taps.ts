import { tapThreshold } from '../ui/gestures.ts'

/** Milliseconds and pixels within which a second tap belongs to the first: nobody reads what came up in between. */
const doubleTapMs = 400
const doubleTapReach = 24

type Tap = { x: number; y: number; at: number; control: Element }

/** The root of the page or of a popup. */
const layerOf = (element: Element) => element.closest('body > *')

/** Whether a second tap meets what the first one brought up: another page, a popup, or what was under one. */
const meetsWhatCame = (first: Tap, second: Tap) =>
  second.at - first.at < doubleTapMs &&
  Math.hypot(second.x - first.x, second.y - first.y) < doubleTapReach &&
  (!first.control.isConnected || layerOf(first.control) !== layerOf(second.control))

/**
 * Drops the click that a browser makes after a finger has moved further than a tap does, and the second one of a double tap
 * where the first has put something else under the finger.
 */
export function guardTaps(page: Document): void {
  let start: { x: number; y: number } | null = null
  let hasMoved = false
  let last: Tap | null = null
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
      const { clientX: x, clientY: y, timeStamp: at, target } = event
      const tap = { x, y, at, control: target.closest('a, button, label, input') ?? target }
      const isSecond = last !== null && meetsWhatCame(last, tap)
      last = isSecond && last ? { ...last, at } : tap
      if (!hasMoved && !isSecond) return
      event.preventDefault()
      event.stopPropagation()
    },
    { capture: true },
  )
}
