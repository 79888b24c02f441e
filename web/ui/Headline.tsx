import type { ReactNode } from 'react'
import styles from './Headline.module.css'
import { langOf } from './lang-of.ts'

export type HeadlineProps = {
  detail?: ReactNode
  /** 2 if the top bar already has the page's `h1`. */
  level?: 1 | 2
  centered?: boolean
  name?: string
  children: ReactNode
}

/** Keeps a number on the same line as its noun. */
const bindNumbers = (text: string) => text.replace(/(\d) /g, '$1\u00a0')

function isolateName(name: string, text: string) {
  const at = name ? text.indexOf(name) : -1
  return at < 0
    ? text
    : [
        text.slice(0, at),
        <span lang={langOf(name)} key={at}>
          {name}
        </span>,
        text.slice(at + name.length),
      ]
}

export function Headline({ detail, level = 1, centered = false, name = '', children }: HeadlineProps) {
  const Heading = level === 1 ? 'h1' : 'h2'
  return (
    <div className={styles.headline} data-centered={centered || undefined}>
      <Heading className={styles.words}>
        {typeof children === 'string' ? isolateName(bindNumbers(name), bindNumbers(children)) : children}
      </Heading>
      {detail && <p className={styles.detail}>{detail}</p>}
    </div>
  )
}
