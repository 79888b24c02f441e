import { type ReactNode, useId } from 'react'
import styles from './OrderConfirm.module.css'

type TagPartProps = {
  title: string
  action?: ReactNode
  children: ReactNode
}

export function TagPart({ title, action, children }: TagPartProps) {
  const headingId = useId()
  return (
    <section className={styles.part} aria-labelledby={headingId}>
      <div className={styles.heading}>
        <h2 className={styles.title} id={headingId}>
          {title}
        </h2>
        {action}
      </div>
      {children}
    </section>
  )
}
