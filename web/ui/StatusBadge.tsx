import type { ReactNode } from 'react'
import styles from './StatusBadge.module.css'

export type StatusBadgeProps = {
  /** `sky`: in progress. `mint`: fine. `gold`: needs the traveller. `coral`: failed. `plain`: over. */
  tone: 'sky' | 'mint' | 'gold' | 'coral' | 'plain'
  children: ReactNode
}

export function StatusBadge({ tone, children }: StatusBadgeProps) {
  return (
    <span className={styles.badge} data-tone={tone}>
      {children}
    </span>
  )
}
