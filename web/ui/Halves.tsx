import type { ReactNode } from 'react'
import styles from './Halves.module.css'

/** Parts side by side from 900 px, inside `<Page wide>`; one below the other on a phone. */
export const Halves = ({ children }: { children: ReactNode }) => (
  <div className={styles.halves}>{children}</div>
)
