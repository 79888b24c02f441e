import type { ReactNode } from 'react'
import styles from './Tag.module.css'

export type TagProps = {
  eyelet?: boolean
  tearOff?: ReactNode
  children: ReactNode
}

/** Luggage tag. Only for orders and their handovers. */
export function Tag({ eyelet = false, tearOff, children }: TagProps) {
  return (
    <div className={styles.tag}>
      <div className={styles.body} data-eyelet={eyelet || undefined}>
        {children}
      </div>
      {tearOff && (
        <>
          <div className={styles.tear} />
          <div className={styles.torn}>{tearOff}</div>
        </>
      )}
    </div>
  )
}
