import type { ReadingRef } from '@handsfree/core/reading'
import { FormattedMessage } from 'react-intl'
import { StaleAlert } from './StaleAlert.tsx'
import { useReading } from './useReading.ts'

/** Says that what is shown could not be read again; nothing while it is fresh. */
export function Stale({ reading }: { reading: ReadingRef | undefined }) {
  const { isStale, retry } = useReading(reading)
  return (
    isStale && (
      <StaleAlert onRetry={retry}>
        <FormattedMessage id="resource.stale" />
      </StaleAlert>
    )
  )
}
