import { formatShortTime } from '@handsfree/core/i18n'
import { useIntl } from 'react-intl'
import type { MessageKey } from '../../app/message-key.ts'
import { useIsOnline } from '../../app/useIsOnline.ts'
import { useNow } from '../../app/useNow.ts'
import { Alert } from '../../ui/index.ts'
import styles from './Freshness.module.css'
import { StaleAlert } from './ReadingStaleAlert.tsx'

export type Freshness = { state: 'live' | 'asOf' | 'offline' | 'stale'; time: string }

type ReadState = {
  isLive: boolean
  isStale: boolean
  /** Milliseconds since 1970; null before the first read. */
  readAt: number | null
  timeZone: string
  city?: string
}

/** Null before the first read. */
export function useFreshness({ isLive, isStale, readAt, timeZone, city }: ReadState): Freshness | null {
  const intl = useIntl()
  const now = useNow()
  const isOnline = useIsOnline()
  if (readAt === null) return null
  const state = !isOnline ? 'offline' : isStale ? 'stale' : isLive ? 'live' : 'asOf'
  return {
    state,
    time: formatShortTime(readAt, { intl, now, timeZone, ...(city === undefined ? {} : { city }) }),
  }
}

type FreshnessAlertProps = {
  freshness: Freshness | null
  /** Both messages take `time`. */
  offlineKey: MessageKey
  staleKey: MessageKey
  onRetry: () => void
}

export function FreshnessAlert({ freshness, offlineKey, staleKey, onRetry }: FreshnessAlertProps) {
  const intl = useIntl()
  if (freshness?.state === 'offline') {
    return (
      <Alert tone="sky" panel>
        {intl.formatMessage({ id: offlineKey }, { time: freshness.time })}
      </Alert>
    )
  }
  if (freshness?.state !== 'stale') return null
  return (
    <StaleAlert onRetry={onRetry}>
      {intl.formatMessage({ id: staleKey }, { time: freshness.time })}
    </StaleAlert>
  )
}

export function FreshnessLine({ state, time }: Freshness) {
  const intl = useIntl()
  return (
    <span
      className={styles.freshness}
      data-state={state}
      data-as-of={intl.formatMessage({ id: 'freshness.asOf' }, { time })}
      role="status"
    >
      {intl.formatMessage({ id: `freshness.${state}` }, { time })}
    </span>
  )
}
