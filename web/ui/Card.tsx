import type { ReactNode } from 'react'
import styles from './Card.module.css'

export type CardProps = {
  /** `rows` holds lines with hairlines between them (see `Row`), `flush` a picture up to the edge. */
  kind?: 'plain' | 'rows' | 'flush'
  children: ReactNode
}

/** A plain card. A list of `Row`s becomes `<Card kind="rows">`. */
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
