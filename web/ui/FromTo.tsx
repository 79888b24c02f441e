import type { ReactNode } from 'react'
import styles from './FromTo.module.css'
import { InlineList } from './InlineList.tsx'
import { langOf } from './lang-of.ts'
import { Skeleton } from './Skeleton.tsx'

export type Stop = {
  /** "From" or "To": for screen readers, and visible if `labelled`. */
  label: string
  name: ReactNode
  detail?: ReactNode
  end?: ReactNode
  more?: ReactNode
}
export type FromToProps = { from: Stop; to: Stop; labelled?: boolean }

export function FromTo({ from, to, labelled = false }: FromToProps) {
  return (
    <ol className={styles.list} data-labelled={labelled || undefined}>
      {[from, to].map(({ label, name, detail, end, more }) => (
        <li className={styles.stop} key={label}>
          <div className={styles.words}>
            {labelled && <div className={styles.label}>{label}</div>}
            <div className={styles.name}>
              {!labelled && <span className="unseen">{label} </span>}
              <span lang={langOf(name)}>{name}</span>
            </div>
            {detail && (
              <div className={styles.detail}>
                <InlineList text={detail} />
              </div>
            )}
          </div>
          {end}
          {more && <div className={styles.more}>{more}</div>}
        </li>
      ))}
    </ol>
  )
}

/** Use it inside `Loading`. */
export const FromToSkeleton = () => (
  <div>
    {['62%', '74%'].map((width) => (
      <div className={styles.stop} key={width}>
        <div className={styles.bones}>
          <Skeleton width={width} height="18px" />
          <Skeleton width="48%" height="13px" />
        </div>
      </div>
    ))}
  </div>
)
