import type { ReactNode } from 'react'
import styles from './InlineList.module.css'

export type InlineListProps = { text: ReactNode } | { parts: readonly ReactNode[] }

/** "2 bags · seals 4471 and 4472". Lines break between parts if a part fits; no line starts or ends with a dot. */
export function InlineList(props: InlineListProps) {
  const items =
    'parts' in props ? props.parts : typeof props.text === 'string' ? props.text.split(' · ') : [props.text]
  if (items.length === 1) return items[0]
  return (
    <span className={styles.parts}>
      <span className={styles.lines}>
        {items.map((part, index) => (
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
