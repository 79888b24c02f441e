import { useIntl } from 'react-intl'
import styles from './FreshnessLine.module.css'
import type { Freshness } from './useFreshness.ts'

/** "Live", or "Offline, as of 14:02". */
export function FreshnessLine({ state, time }: Freshness) {
  const intl = useIntl()
  return (
    <span className={styles.freshness} data-state={state} role="status">
      {intl.formatMessage({ id: `freshness.${state}` }, { time })}
    </span>
  )
}
