import type { ReactNode } from 'react'
import styles from './StatusPill.module.css'

export type StatusPillProps = {
  /** `sky` on the move, `mint` well, `gold` needs the traveller, `coral` went wrong, `plain` over. */
  tone: 'sky' | 'mint' | 'gold' | 'coral' | 'plain'
  children: ReactNode
}

export function StatusPill({ tone, children }: StatusPillProps) {
  return (
    <span className={styles.pill} data-tone={tone}>
      {children}
    </span>
  )
}
