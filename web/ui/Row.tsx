import type { ReactNode } from 'react'
import { InlineList } from './InlineList.tsx'
import styles from './Row.module.css'

export type RowProps = {
  icon?: ReactNode
  title: ReactNode
  detail?: ReactNode
  end?: ReactNode
  strong?: boolean
}

export function Row({ icon, title, detail, end, strong = false }: RowProps) {
  return (
    <li className={styles.row}>
      {icon && (
        <span className={styles.icon} aria-hidden="true">
          {icon}
        </span>
      )}
      <div className={styles.words} data-strong={strong || undefined}>
        <InlineList text={title} />
        {detail && (
          <div className={styles.detail}>
            <InlineList text={detail} />
          </div>
        )}
      </div>
      {end}
    </li>
  )
}
