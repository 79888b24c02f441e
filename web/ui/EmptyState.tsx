import type { ReactNode } from 'react'
import styles from './EmptyState.module.css'

export type EmptyStateProps = {
  picture?: ReactNode
  title: ReactNode
  /** What a tap on the title does, where its words ask for one; the action offers the same as a button. */
  onTitle?: (() => void) | undefined
  /** 1 when nothing else names the page. */
  level?: 1 | 2
  children?: ReactNode
  action?: ReactNode
  /** Read out when it appears. */
  role?: 'alert' | 'status'
}

/** A picture, words, and a next step, for a list without entries or a page that failed. */
export function EmptyState({ picture, title, onTitle, level = 2, children, action, role }: EmptyStateProps) {
  const Heading = level === 1 ? 'h1' : 'h2'
  return (
    <div className={styles.empty}>
      {picture}
      <div className={styles.text} role={role}>
        <Heading className={styles.title} onClick={onTitle} data-tap={onTitle ? true : undefined}>
          {title}
        </Heading>
        {children && <div className={styles.words}>{children}</div>}
      </div>
      {action && <div className={styles.action}>{action}</div>}
    </div>
  )
}
