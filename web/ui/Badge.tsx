import styles from './Badge.module.css'

export type BadgeProps = {
  count: number
  /** Higher counts show as the cap and a plus sign. */
  cap: number
}

/** Hidden from screen readers: put the count into the control's accessible name. */
export function Badge({ count, cap }: BadgeProps) {
  if (count <= 0) return null
  return (
    <span className={styles.badge} aria-hidden="true">
      {count > cap ? `${cap}+` : count}
    </span>
  )
}
