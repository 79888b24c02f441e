import type { ReactNode } from 'react'
import styles from './Steps.module.css'

export type Step = {
  id: string
  title: ReactNode
  detail?: ReactNode
  /** Shown at the end; `dateTime` is the machine's form of it. */
  time?: { text: string; dateTime: string }
  /** `now` is the current step, `ahead` is still to come, `failed` did not work. */
  state: 'now' | 'done' | 'ahead' | 'failed'
  /** Came while the list was shown: it slides in. */
  isNews?: boolean
}
export type StepsProps = { label: string; steps: readonly Step[] }

/** What happened, as a list along a line: the order of the array is the order on the page. */
export function Steps({ label, steps }: StepsProps) {
  return (
    <ol aria-label={label}>
      {steps.map(({ id, title, detail, time, state, isNews }) => (
        <li
          className={styles.step}
          key={id}
          data-state={state}
          data-news={isNews || undefined}
          aria-current={state === 'now' ? 'step' : undefined}
        >
          <div className={styles.words}>
            <div className={styles.title}>{title}</div>
            {detail && <div className={styles.detail}>{detail}</div>}
          </div>
          {time && (
            <time className={styles.time} dateTime={time.dateTime}>
              {time.text}
            </time>
          )}
        </li>
      ))}
    </ol>
  )
}
