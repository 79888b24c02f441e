import styles from './Badge.module.css'

export type BadgeProps = {
  /** What is counted, capped: nothing is shown for 0. */
  count: number
  /** The highest number shown; above it a plus sign follows. */
  cap: number
}

/** A count on the corner of an icon. Hidden from screen readers: say the number in the control's own name. */
export function Badge({ count, cap }: BadgeProps) {
  if (count <= 0) return null
  return (
    <span className={styles.badge} aria-hidden="true">
      {count > cap ? `${cap}+` : count}
    </span>
  )
}
