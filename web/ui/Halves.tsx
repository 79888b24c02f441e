import type { ReactNode } from 'react'
import styles from './Halves.module.css'

export const Halves = ({ children }: { children: ReactNode }) => (
  <div className={styles.halves}>{children}</div>
)
