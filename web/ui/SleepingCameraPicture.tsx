import styles from './illustrations.module.css'
import { Picture } from './illustrations.tsx'

/** A sleeping camera: lens closed. */
export const SleepingCameraPicture = () => (
  <Picture>
    <path
      className={styles.case}
      d="M58 38l6-10h32l6 10h12a10 10 0 0 1 10 10v42a10 10 0 0 1-10 10H46a10 10 0 0 1-10-10V48a10 10 0 0 1 10-10z"
    />
    <circle className={styles.eye} cx="80" cy="68" r="20" />
    <path className={styles.lid} d="M66 68q14 11 28 0M69 72l-3 5M80 75v6M91 72l3 5" />
    <circle className={styles.light} cx="110" cy="50" r="3" />
    <path className={styles.faint} d="M122 26h10l-10 12h10M136 6h8l-8 10h8" />
  </Picture>
)
