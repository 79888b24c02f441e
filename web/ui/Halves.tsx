import type { ReactNode } from 'react'
import styles from './Halves.module.css'

/** Side by side from 900 px, inside `<Page wide>`; stacked on phones. */
export const Halves = ({ children }: { children: ReactNode }) => (
  <div className={styles.halves}>{children}</div>
)
