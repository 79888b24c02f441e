import { type ReactNode, useId } from 'react'
import styles from './Section.module.css'

export type SectionProps = {
  title: string
  /** A small word at the end of the heading's line, such as the time zone. */
  aside?: ReactNode
  /** An anchor to scroll to. */
  id?: string
  children: ReactNode
}

/** A part of a page with its own small heading, named by it. */
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
