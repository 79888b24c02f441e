import type { ReactNode } from 'react'
import styles from './illustrations.module.css'

const Picture = ({ children }: { children: ReactNode }) => (
  <svg className={styles.picture} viewBox="0 0 160 120" aria-hidden="true">
    <ellipse className={styles.ground} cx="80" cy="106" rx="62" ry="6" />
    {children}
  </svg>
)

export const EmptyListPicture = () => (
  <Picture>
    <g transform="rotate(-8 80 60)">
      <path className={styles.paper} d="M52 40 80 16l28 24v52a8 8 0 0 1-8 8H60a8 8 0 0 1-8-8z" />
      <circle className={styles.hole} cx="80" cy="42" r="7" />
      <path className={styles.thread} d="M80 42C80 22 96 20 104 6" />
      <path className={styles.dashes} d="M52 72h56" />
      <path className={styles.faint} d="M64 58h20M64 84h32" />
    </g>
  </Picture>
)

export const LostPagePicture = () => (
  <Picture>
    <path className={styles.handle} d="M66 42V22a6 6 0 0 1 6-6h16a6 6 0 0 1 6 6v20" />
    <rect className={styles.case} x="48" y="40" width="64" height="58" rx="12" />
    <circle className={styles.wheel} cx="62" cy="102" r="5" />
    <circle className={styles.wheel} cx="98" cy="102" r="5" />
    <circle className={styles.eye} cx="70" cy="64" r="8" />
    <circle className={styles.eye} cx="92" cy="64" r="8" />
    <circle className={styles.pupil} cx="73" cy="65" r="3.5" />
    <circle className={styles.pupil} cx="95" cy="65" r="3.5" />
    <path className={styles.mouth} d="M76 84q5-4 10 0" />
    <path className={styles.faint} d="M128 30q8-10 14 0t-8 12v4M134 54v.1M22 58q6-8 11 0t-6 9v3M27 76v.1" />
  </Picture>
)

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
