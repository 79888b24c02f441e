import type { ReactNode } from 'react'
import styles from './DescriptionList.module.css'

export type DescriptionItemProps = {
  label: ReactNode
  strong?: boolean
  children: ReactNode
}

export const DescriptionItem = ({ label, strong = false, children }: DescriptionItemProps) => (
  <>
    <dt>{label}</dt>
    <dd data-strong={strong || undefined}>{children}</dd>
  </>
)

export const DescriptionList = ({ children }: { children: ReactNode }) => (
  <dl className={styles.facts}>{children}</dl>
)
