import type { ReactNode } from 'react'
import styles from './Columns.module.css'

export type ColumnsProps = {
  /** The second column of a wide screen, which stays in sight; on a phone between `children` and `more`. */
  aside: ReactNode
  /** Under `children` in the first column. */
  more?: ReactNode
  children: ReactNode
}

/** Two columns from 900 px, inside `<Page wide>`; one below the other on a phone. */
export const Columns = ({ aside, more, children }: ColumnsProps) => (
  <div className={styles.columns}>
    <div className={styles.lead}>{children}</div>
    <div className={styles.aside}>
      <div className={styles.kept}>{aside}</div>
    </div>
    {more && <div className={styles.more}>{more}</div>}
  </div>
)
