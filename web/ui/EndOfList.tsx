import { useCallback } from 'react'
import styles from './EndOfList.module.css'

export type EndOfListProps = {
  /** Must be stable between renders. */
  onSeen: () => void
}

/** Distance from the end at which the next page is requested. */
const preloadMargin = '400px'

export function EndOfList({ onSeen }: EndOfListProps) {
  const watch = useCallback(
    (element: HTMLDivElement) => {
      const observer = new IntersectionObserver(
        ([entry]) => {
          if (!entry?.isIntersecting) return
          observer.disconnect()
          onSeen()
        },
        { rootMargin: preloadMargin },
      )
      observer.observe(element)
      return () => observer.disconnect()
    },
    [onSeen],
  )
  return <div ref={watch} className={styles.end} />
}
