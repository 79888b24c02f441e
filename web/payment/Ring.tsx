import styles from './Ring.module.css'

/** An arc around the disc for a wait of unknown length. */
export const Ring = ({ label }: { label: string }) => (
  <svg className={styles.ring} viewBox="0 0 112 112" role="progressbar" aria-label={label}>
    <circle className={styles.arc} cx="56" cy="56" r="54" />
  </svg>
)
