import { ChevronLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { IconButton } from './IconButton.tsx'
import styles from './TopBar.module.css'

export type TopBarProps = {
  /** The page's name, in the middle, as its `h1`. Leave it out where the content begins with a `Headline`. */
  title?: string
  /** The way back; `label` is what a screen reader says. */
  back?: { label: string; onPress: () => void }
  /** In place of the way back, such as the brand. */
  start?: ReactNode
  /** At the end: icon buttons, the language switch. */
  actions?: ReactNode
}

/** The bar at the top, 56 px: the way back, the page's name, actions. */
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
