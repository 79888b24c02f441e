import { useIntl } from 'react-intl'
import styles from './FreshnessLine.module.css'

export type FreshnessLineProps = { state: 'live' | 'asOf' | 'offline' | 'stale'; time: string }

/** "Live", or "Offline, as of 14:02". */
export function FreshnessLine({ state, time }: FreshnessLineProps) {
  const intl = useIntl()
  return (
    <span className={styles.freshness} data-state={state} role="status">
      {intl.formatMessage({ id: `freshness.${state}` }, { time })}
    </span>
  )
}
