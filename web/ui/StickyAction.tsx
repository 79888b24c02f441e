import type { ReactNode } from 'react'
import styles from './StickyAction.module.css'

export type StickyActionProps = {
  /** Beside the button, such as the price so far and what is missing. */
  summary?: ReactNode
  /** The main action, a `Button`. */
  children: ReactNode
}

/** The bar at the bottom that keeps the main action in thumb reach. */
export function StickyAction({ summary, children }: StickyActionProps) {
  return (
    <div className={styles.bar}>
      {summary && <div className={styles.summary}>{summary}</div>}
      <div className={styles.action}>{children}</div>
    </div>
  )
}
