import { RefreshCw } from 'lucide-react'
import { type ReactNode, useCallback } from 'react'
import { directionLock } from '../../ui/gestures.ts'
import styles from './PullToRefresh.module.css'

export type PullToRefreshProps = {
  /** Must be stable between renders. */
  onPull: () => void
  children: ReactNode
}

/** Pull distances in px. The content follows at half the distance. */
const threshold = 112
const maxPullPx = 160

/** Touch only; pages also need a refresh button. */
export function PullToRefresh({ onPull, children }: PullToRefreshProps) {
  const watch = useCallback((element: HTMLDivElement) => watchPull(element, onPull), [onPull])
  return (
    <div ref={watch} className={styles.pull}>
      <div className={styles.sign} aria-hidden="true">
        <RefreshCw size={22} />
      </div>
      <div className={styles.content}>{children}</div>
    </div>
  )
}

/** Sets `--pull` from 0 to 1 (the threshold). Follows one finger. */
function watchPull(element: HTMLElement, onPull: () => void) {
  let start: { x: number; y: number } | null = null
  let isPull = false
  let pulledPx = 0
  const show = (distance: number) => {
    pulledPx = Math.max(0, Math.min(distance, maxPullPx))
    element.style.setProperty('--pull', String(pulledPx / threshold))
    element.toggleAttribute('data-pulling', pulledPx > 0)
  }
  const begin = ({ touches: [touch, second] }: TouchEvent) => {
    isPull = false
    start = touch && !second && window.scrollY <= 0 ? { x: touch.clientX, y: touch.clientY } : null
  }
  const move = (event: TouchEvent) => {
    const touch = event.touches[0]
    if (!start || !touch) return
    const down = touch.clientY - start.y
    const aside = Math.abs(touch.clientX - start.x)
    if (!isPull) {
      if (Math.max(Math.abs(down), aside) < directionLock) return
      isPull = down > aside
      // Decided at the start: a sideways swipe that drifts down later doesn't refresh.
      if (!isPull) start = null
    }
    if (!isPull) return
    show(down)
    if (pulledPx > 0 && event.cancelable) event.preventDefault()
  }
  const end = () => {
    if (pulledPx >= threshold) onPull()
    start = null
    show(0)
  }
  const stop = new AbortController()
  const { signal } = stop
  element.addEventListener('touchstart', begin, { signal, passive: true })
  element.addEventListener('touchmove', move, { signal, passive: false })
  element.addEventListener('touchend', end, { signal })
  element.addEventListener('touchcancel', () => show(0), { signal })
  return () => stop.abort()
}
