import type { ReactNode } from 'react'
import styles from './Columns.module.css'

export type ColumnsProps = {
  /** Sticky second column; on phones between `children` and `more`. */
  aside: ReactNode
  more?: ReactNode
  children: ReactNode
}

/** Two columns from 700 px, inside `<Page wide>`; stacked on phones. */
export const Columns = ({ aside, more, children }: ColumnsProps) => (
  <div className={styles.columns}>
    <div className={styles.lead}>{children}</div>
    <div className={styles.aside}>
      <div className={styles.kept}>{aside}</div>
    </div>
    {more && <div className={styles.more}>{more}</div>}
  </div>
)
