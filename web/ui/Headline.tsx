import type { ReactNode } from 'react'
import styles from './Headline.module.css'

export type HeadlineProps = {
  /** The second line, soft. */
  detail?: ReactNode
  /** 2 where the top bar already shows the page's name. */
  level?: 1 | 2
  centered?: boolean
  /** Of a place in the words: it stays whole where it fits a line. */
  name?: string
  children: ReactNode
}

/** A figure stays on the line of what it counts. */
const unbroken = (words: string) => words.replace(/(\d) /g, '$1\u00a0')

/** Words in which a narrow screen breaks no line within the name. */
function wordsAround(name: string, words: string) {
  const at = name ? words.indexOf(name) : -1
  return at < 0 ? words : [words.slice(0, at), <span key={at}>{name}</span>, words.slice(at + name.length)]
}

/** The large words at the head of a page. */
export function Headline({ detail, level = 1, centered = false, name = '', children }: HeadlineProps) {
  const Heading = level === 1 ? 'h1' : 'h2'
  return (
    <div className={styles.headline} data-centered={centered || undefined}>
      <Heading className={styles.words}>
        {typeof children === 'string' ? wordsAround(unbroken(name), unbroken(children)) : children}
      </Heading>
      {detail && <p className={styles.detail}>{detail}</p>}
    </div>
  )
}
