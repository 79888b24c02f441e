import { useIntl } from 'react-intl'
import type { MessageKey } from '../app/message-key.ts'
import { Alert } from '../ui/index.ts'
import { StaleAlert } from './StaleAlert.tsx'
import type { Freshness } from './useFreshness.ts'

type FreshnessAlertProps = {
  freshness: Freshness | null
  /** Say since when, by `time`. */
  offlineKey: MessageKey
  staleKey: MessageKey
  onRetry: () => void
}

/** Says on top of a page that it may be stale, since when, and what to do; nothing while it is fresh. */
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
