import type { ReactNode } from 'react'
import styles from './Parts.module.css'

export type PartsProps = { text: ReactNode } | { parts: readonly ReactNode[] }

/** "2 bags · seals 4471 and 4472". Lines break between parts if a part fits; no line starts or ends with a dot. */
export function Parts(words: PartsProps) {
  const parts =
    'parts' in words ? words.parts : typeof words.text === 'string' ? words.text.split(' · ') : [words.text]
  if (parts.length === 1) return parts[0]
  return (
    <span className={styles.parts}>
      <span className={styles.lines}>
        {parts.map((part, index) => (
          // Parts have only their position as identity.
          <span className={styles.part} key={index}>
            {index > 0 && <span className={styles.dot}> · </span>}
            {part}
          </span>
        ))}
      </span>
    </span>
  )
}
