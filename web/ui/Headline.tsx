import type { ReactNode } from 'react'
import styles from './Headline.module.css'

export type HeadlineProps = {
  /** The second line, soft. */
  detail?: ReactNode
  /** 2 where the top bar already shows the page's name. */
  level?: 1 | 2
  centered?: boolean
  children: ReactNode
}

/** A figure stays on the line of what it counts. */
const unbroken = (words: string) => words.replace(/(\d) /g, '$1\u00a0')

/** The large words at the head of a page. */
export function Headline({ detail, level = 1, centered = false, children }: HeadlineProps) {
  const Heading = level === 1 ? 'h1' : 'h2'
  return (
    <div className={styles.headline} data-centered={centered || undefined}>
      <Heading className={styles.words}>
        {typeof children === 'string' ? unbroken(children) : children}
      </Heading>
      {detail && <p className={styles.detail}>{detail}</p>}
    </div>
  )
}
