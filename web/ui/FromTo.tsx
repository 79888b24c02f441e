import type { ReactNode } from 'react'
import styles from './FromTo.module.css'

export type Stop = {
  /** What a screen reader says before the name: "From", "To". */
  label: string
  name: ReactNode
  detail?: ReactNode
  /** At the end of the line, such as "Change". */
  end?: ReactNode
  /** Below, over the whole width: what is still to be filled in about this stop. */
  more?: ReactNode
}
export type FromToProps = { from: Stop; to: Stop }

/** Where the bags go from and to, with a rail between the two. */
export function FromTo({ from, to }: FromToProps) {
  return (
    <ol>
      {[from, to].map(({ label, name, detail, end, more }) => (
        <li className={styles.stop} key={label}>
          <div className={styles.words}>
            <div className={styles.name}>
              <span className="unseen">{label} </span>
              {name}
            </div>
            {detail && <div className={styles.detail}>{detail}</div>}
          </div>
          {end}
          {more && <div className={styles.more}>{more}</div>}
        </li>
      ))}
    </ol>
  )
}
