import type { ReactNode } from 'react'
import styles from './Steps.module.css'

export type Step = {
  id: string
  title: ReactNode
  detail?: ReactNode
  /** At the end of the line. `dateTime` is the attribute of `<time>`. */
  time?: { text: string; dateTime: string }
  /** `now` is the current step, `ahead` a future one. */
  state: 'now' | 'done' | 'ahead' | 'failed'
  /** Added while the list is visible: slides in. */
  isNew?: boolean
}
export type StepsProps = { label: string; steps: readonly Step[] }

export function Steps({ label, steps }: StepsProps) {
  return (
    <ol aria-label={label}>
      {steps.map(({ id, title, detail, time, state, isNew }) => (
        <li
          className={styles.step}
          key={id}
          data-state={state}
          data-news={isNew || undefined}
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
