import type { ReactNode } from 'react'
import styles from './EmptyState.module.css'

export type EmptyStateProps = {
  /** One of the illustrations. */
  picture?: ReactNode
  title: ReactNode
  /** 1 when nothing else names the page. */
  level?: 1 | 2
  children?: ReactNode
  /** The way on. */
  action?: ReactNode
}

/** Nothing here, or nothing that works: a picture, words, and a way on. */
export function EmptyState({ picture, title, level = 2, children, action }: EmptyStateProps) {
  const Heading = level === 1 ? 'h1' : 'h2'
  return (
    <div className={styles.empty}>
      {picture}
      <Heading className={styles.title}>{title}</Heading>
      {children && <div className={styles.words}>{children}</div>}
      {action && <div className={styles.action}>{action}</div>}
    </div>
  )
}
