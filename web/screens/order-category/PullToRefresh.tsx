import { RefreshCw } from 'lucide-react'
import { type ReactNode, useCallback } from 'react'
import styles from './PullToRefresh.module.css'

export type PullToRefreshProps = {
  /** Stays the same between renders. */
  onPull: () => void
  children: ReactNode
}

/** How far a finger pulls until letting go refreshes, px; the content follows at half its way. */
const threshold = 112
const furthest = 160

/** Content that a finger pulls down at the top of the page to refresh it. A button does the same for everyone else. */
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

/** Follows one finger; the distance goes to CSS as `--pull`, from 0 to 1 at the threshold. */
function watchPull(element: HTMLElement, onPull: () => void) {
  let startY: number | null = null
  let pulled = 0
  const show = (distance: number) => {
    pulled = Math.max(0, Math.min(distance, furthest))
    element.style.setProperty('--pull', String(pulled / threshold))
    element.toggleAttribute('data-pulling', pulled > 0)
  }
  const start = ({ touches }: TouchEvent) => {
    startY = touches.length === 1 && window.scrollY <= 0 ? (touches[0]?.clientY ?? null) : null
  }
  const move = (event: TouchEvent) => {
    if (startY === null) return
    show((event.touches[0]?.clientY ?? startY) - startY)
    if (pulled > 0 && event.cancelable) event.preventDefault()
  }
  const end = () => {
    if (pulled >= threshold) onPull()
    startY = null
    show(0)
  }
  const stop = new AbortController()
  const { signal } = stop
  element.addEventListener('touchstart', start, { signal, passive: true })
  element.addEventListener('touchmove', move, { signal, passive: false })
  element.addEventListener('touchend', end, { signal })
  element.addEventListener('touchcancel', () => show(0), { signal })
  return () => stop.abort()
}
