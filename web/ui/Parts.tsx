import { Fragment } from 'react'
import styles from './Parts.module.css'

/** "2 bags · seals 4471 and 4472": a line breaks between the parts as long as one fits, and begins with none of the dots. */
export function Parts({ text }: { text: string }) {
  const parts = text.split(' · ')
  return parts.map((part, index) => (
    <Fragment key={index}>
      {index > 0 && ' '}
      <span className={styles.part}>{index < parts.length - 1 ? `${part} ·` : part}</span>
    </Fragment>
  ))
}
