import type { ReactNode } from 'react'
import styles from './Facts.module.css'

export type FactProps = {
  label: ReactNode
  /** The one that counts, such as a sum. */
  strong?: boolean
  children: ReactNode
}

/** A name and its value, for `<Facts>`. */
export const Fact = ({ label, strong = false, children }: FactProps) => (
  <>
    <dt>{label}</dt>
    <dd data-strong={strong || undefined}>{children}</dd>
  </>
)

/** Names on the left, their values on the right. */
export const Facts = ({ children }: { children: ReactNode }) => <dl className={styles.facts}>{children}</dl>
