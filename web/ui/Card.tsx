import type { ReactNode } from 'react'
import styles from './Card.module.css'

export type CardProps = {
  /** `rows`: a list of `Row`s with dividers. `flush`: without padding, for pictures. */
  kind?: 'plain' | 'rows' | 'flush'
  children: ReactNode
}

export function Card({ kind = 'plain', children }: CardProps) {
  return kind === 'rows' ? (
    <ul className={styles.card} data-kind={kind}>
      {children}
    </ul>
  ) : (
    <div className={styles.card} data-kind={kind}>
      {children}
    </div>
  )
}
