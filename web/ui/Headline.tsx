import type { ReactNode } from 'react'
import styles from './Headline.module.css'

export type HeadlineProps = {
  detail?: ReactNode
  /** 2 if the top bar already has the page's `h1`. */
  level?: 1 | 2
  centered?: boolean
  name?: string
  children: ReactNode
}

/** Keeps a number on the same line as its noun. */
const unbroken = (words: string) => words.replace(/(\d) /g, '$1\u00a0')

function wordsAround(name: string, words: string) {
  const at = name ? words.indexOf(name) : -1
  return at < 0 ? words : [words.slice(0, at), <span key={at}>{name}</span>, words.slice(at + name.length)]
}

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
