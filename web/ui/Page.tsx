import type { ReactNode } from 'react'
import styles from './Page.module.css'

export type PageProps = {
  bar?: ReactNode
  action?: ReactNode
  /** Centers the content vertically, for empty and waiting pages. */
  centered?: boolean
  /** Uses wide screens, for `Columns` and lists; `full` for tables. Otherwise a single centered column. */
  wide?: boolean | 'full'
  children: ReactNode
}

export function Page({ bar, action, centered = false, wide = false, children }: PageProps) {
  return (
    <div className={styles.page} data-wide={wide || undefined}>
      {bar}
      <main className={styles.main} tabIndex={-1}>
        <div className={styles.content} data-centered={centered || undefined}>
          {children}
        </div>
        {action}
      </main>
    </div>
  )
}
