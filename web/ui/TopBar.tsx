import { ChevronLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { IconButton } from './IconButton.tsx'
import styles from './TopBar.module.css'

export type TopBarProps = {
  /** The page's `h1`. Omit it if the content starts with a `Headline`. */
  title?: string
  back?: { label: string; onPress: () => void }
  start?: ReactNode
  actions?: ReactNode
}

export function TopBar({ title, back, start, actions }: TopBarProps) {
  return (
    <header className={styles.bar}>
      <div className={styles.start}>
        {back ? (
          <IconButton label={back.label} onClick={back.onPress}>
            <ChevronLeft />
          </IconButton>
        ) : (
          start
        )}
      </div>
      {title && <h1 className={styles.title}>{title}</h1>}
      <div className={styles.actions}>{actions}</div>
    </header>
  )
}
