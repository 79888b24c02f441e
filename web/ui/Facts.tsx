import type { ReactNode } from 'react'
import styles from './Facts.module.css'

export type FactProps = {
  label: ReactNode
  strong?: boolean
  children: ReactNode
}

export const Fact = ({ label, strong = false, children }: FactProps) => (
  <>
    <dt>{label}</dt>
    <dd data-strong={strong || undefined}>{children}</dd>
  </>
)

export const Facts = ({ children }: { children: ReactNode }) => <dl className={styles.facts}>{children}</dl>
