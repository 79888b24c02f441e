import type { ReactNode } from 'react'
import styles from './Facts.module.css'

export type FactProps = {
  label: ReactNode
  /** Emphasized, such as a sum. */
  strong?: boolean
  children: ReactNode
}

/** Child of `<Facts>`. */
export const Fact = ({ label, strong = false, children }: FactProps) => (
  <>
    <dt>{label}</dt>
    <dd data-strong={strong || undefined}>{children}</dd>
  </>
)

export const Facts = ({ children }: { children: ReactNode }) => <dl className={styles.facts}>{children}</dl>
