import type { ReactNode } from 'react'
import styles from './EmptyState.module.css'

export type EmptyStateProps = {
  picture?: ReactNode
  title: ReactNode
  /** Tap handler for a title such as “Tap to reload”. `action` must offer the same. */
  onTitle?: (() => void) | undefined
  level?: 1 | 2
  children?: ReactNode
  action?: ReactNode
  role?: 'alert' | 'status'
}

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
