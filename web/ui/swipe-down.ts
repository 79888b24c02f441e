import { directionLock } from './gestures.ts'

/** Thresholds for closing: fraction of the sheet's height, and px per ms. */
const minDistanceRatio = 0.4
const minSpeed = 0.5
/** Speed counts as zero after the finger has rested this long (ms). */
const maxPauseMs = 50

function isAtTop(target: EventTarget | null, sheet: Element): boolean {
  for (let node = target instanceof Element ? target : null; node; node = node.parentElement) {
    if (node.scrollTop > 0) return false
    if (node === sheet) return true
  }
  return false
}

export type SwipeDown = {
  /** Offset in px while a finger holds the sheet; null when it is released. */
  move: (y: number | null) => void
  finish: () => void
}

/** Only if the sheet is scrolled to its top. Returns a stop function. */
export function followSwipeDown(sheet: HTMLElement, { move, finish }: SwipeDown): () => void {
  const abortController = new AbortController()
  let start: { x: number; y: number } | null = null
  let lastMove = { y: 0, at: 0, speed: 0 }
  let isSwiping = false
  const end = () => {
    start = null
    isSwiping = false
    move(null)
  }
  const on = (
    type: 'touchstart' | 'touchmove' | 'touchend' | 'touchcancel',
    handle: (event: TouchEvent) => void,
  ) => sheet.addEventListener(type, handle, { passive: false, signal: abortController.signal })

  on('touchstart', ({ touches, target, timeStamp }) => {
    if (isSwiping) end()
    const [touch] = touches
    start =
      touch && touches.length === 1 && isAtTop(target, sheet) ? { x: touch.clientX, y: touch.clientY } : null
    lastMove = { y: 0, at: timeStamp, speed: 0 }
  })
  on('touchmove', (event) => {
    const [touch] = event.touches
    if (!start || !touch) return
    const y = touch.clientY - start.y
    // Scrolling can only be prevented on the first move.
    if (!isSwiping && (y <= 0 || y < Math.abs(touch.clientX - start.x) || !event.cancelable)) {
      start = null
      return
    }
    event.preventDefault()
    const ms = event.timeStamp - lastMove.at
    lastMove = { y, at: event.timeStamp, speed: ms > 0 ? (y - lastMove.y) / ms : lastMove.speed }
    isSwiping ||= y > directionLock
    if (isSwiping) move(Math.max(0, y - directionLock))
  })
  on('touchend', ({ timeStamp }) => {
    const { y, at, speed } = lastMove
    const isThrown = speed > minSpeed && timeStamp - at < maxPauseMs
    if (isSwiping && (isThrown || y > sheet.offsetHeight * minDistanceRatio)) finish()
    if (isSwiping) end()
  })
  on('touchcancel', end)
  return () => abortController.abort()
}
