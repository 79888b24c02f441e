import type { ReactNode } from 'react'
import styles from './Tag.module.css'

export type TagProps = {
  /** The punched hole at the top, where the tag hangs from the bag. */
  eyelet?: boolean
  /** Below the perforation: what is torn off, such as the price or the claim code. */
  torn?: ReactNode
  children: ReactNode
}

/** The luggage tag: where something is handed over, and nowhere else. */
export function Tag({ eyelet = false, torn, children }: TagProps) {
  return (
    <div className={styles.tag}>
      <div className={styles.body} data-eyelet={eyelet || undefined}>
        {children}
      </div>
      {torn && (
        <>
          <div className={styles.tear} />
          <div className={styles.torn}>{torn}</div>
        </>
      )}
    </div>
  )
}
