import { type ReactNode, useId } from 'react'
import styles from './Section.module.css'

export type SectionProps = {
  title: string
  aside?: ReactNode
  id?: string
  children: ReactNode
}

export function Section({ title, aside, id, children }: SectionProps) {
  const headingId = useId()
  return (
    <section className={styles.section} id={id} aria-labelledby={headingId}>
      <div className={styles.heading}>
        <h2 id={headingId}>{title}</h2>
        {aside && <div className={styles.aside}>{aside}</div>}
      </div>
      {children}
    </section>
  )
}
