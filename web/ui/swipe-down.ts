import { directionLock } from './gestures.ts'

/** Of the sheet's height, or in pixels a millisecond: from here on a swipe closes. */
const farEnough = 0.4
const fastEnough = 0.5
/** Milliseconds after which a finger that rose without moving throws nothing. */
const restMs = 50

/** Whether everything from a touched element up to the sheet is scrolled to its top. */
function isAtTop(target: EventTarget | null, sheet: Element): boolean {
  for (let node = target instanceof Element ? target : null; node; node = node.parentElement) {
    if (node.scrollTop > 0) return false
    if (node === sheet) return true
  }
  return false
}

export type SwipeDown = {
  /** So many pixels below its place, as long as a finger holds it. */
  move: (y: number | null) => void
  /** It went far or fast enough to close. */
  finish: () => void
}

/** Lets a finger pull a sheet down that is scrolled to its top. Returns a stop function. */
export function followSwipeDown(sheet: HTMLElement, { move, finish }: SwipeDown): () => void {
  const stopping = new AbortController()
  let start: { x: number; y: number } | null = null
  let last = { y: 0, at: 0, speed: 0 }
  let isSwiping = false
  const end = () => {
    start = null
    isSwiping = false
    move(null)
  }
  const on = (
    type: 'touchstart' | 'touchmove' | 'touchend' | 'touchcancel',
    handle: (event: TouchEvent) => void,
  ) => sheet.addEventListener(type, handle, { passive: false, signal: stopping.signal })

  on('touchstart', ({ touches, target, timeStamp }) => {
    if (isSwiping) end()
    const [touch] = touches
    start =
      touch && touches.length === 1 && isAtTop(target, sheet) ? { x: touch.clientX, y: touch.clientY } : null
    last = { y: 0, at: timeStamp, speed: 0 }
  })
  on('touchmove', (event) => {
    const [touch] = event.touches
    if (!start || !touch) return
    const y = touch.clientY - start.y
    // The browser scrolls from the first move on unless it is stopped there.
    if (!isSwiping && (y <= 0 || y < Math.abs(touch.clientX - start.x) || !event.cancelable)) {
      start = null
      return
    }
    event.preventDefault()
    const ms = event.timeStamp - last.at
    last = { y, at: event.timeStamp, speed: ms > 0 ? (y - last.y) / ms : last.speed }
    isSwiping ||= y > directionLock
    if (isSwiping) move(Math.max(0, y - directionLock))
  })
  on('touchend', ({ timeStamp }) => {
    const { y, at, speed } = last
    const isThrown = speed > fastEnough && timeStamp - at < restMs
    if (isSwiping && (isThrown || y > sheet.offsetHeight * farEnough)) finish()
    if (isSwiping) end()
  })
  on('touchcancel', end)
  return () => stopping.abort()
}
