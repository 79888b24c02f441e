import type { ReactNode } from 'react'
import styles from './Page.module.css'

export type PageProps = {
  /** Usually a `TopBar`. */
  bar?: ReactNode
  /** Usually a `StickyAction`: stays in thumb reach at the bottom. */
  action?: ReactNode
  /** Content in the middle of the free height, for empty and waiting pages. */
  centered?: boolean
  /** Takes the room of a wide screen, for `Columns` and lists; a column in its middle without it. */
  wide?: boolean
  children: ReactNode
}

/** One screen: a banner, the main landmark, and the action at the bottom. */
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
