import { useCallback } from 'react'
import styles from './EndOfList.module.css'

export type EndOfListProps = {
  /** Stays the same between renders. */
  onSeen: () => void
}

/** How far before the end the next page is requested. */
const ahead = '400px'

/** The end of a list with more pages: calls once when it comes near the screen. */
export function EndOfList({ onSeen }: EndOfListProps) {
  const watch = useCallback(
    (element: HTMLDivElement) => {
      const observer = new IntersectionObserver(
        ([entry]) => {
          if (!entry?.isIntersecting) return
          observer.disconnect()
          onSeen()
        },
        { rootMargin: ahead },
      )
      observer.observe(element)
      return () => observer.disconnect()
    },
    [onSeen],
  )
  return <div ref={watch} className={styles.end} />
}
