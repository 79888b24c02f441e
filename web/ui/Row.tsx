import type { ReactNode } from 'react'
import { Parts } from './Parts.tsx'
import styles from './Row.module.css'

export type RowProps = {
  /** 20 px, in pine. */
  icon?: ReactNode
  title: ReactNode
  detail?: ReactNode
  /** At the end of the line: a value, a control, a link. */
  end?: ReactNode
  /** `strong` where the title is a name, such as a place's. */
  strong?: boolean
}

/** One line of a `<Card kind="rows">`. */
export function Row({ icon, title, detail, end, strong = false }: RowProps) {
  return (
    <li className={styles.row}>
      {icon && (
        <span className={styles.icon} aria-hidden="true">
          {icon}
        </span>
      )}
      <div className={styles.words} data-strong={strong || undefined}>
        <Parts text={title} />
        {detail && (
          <div className={styles.detail}>
            <Parts text={detail} />
          </div>
        )}
      </div>
      {end}
    </li>
  )
}
