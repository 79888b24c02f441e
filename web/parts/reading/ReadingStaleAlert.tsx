import type { ReadingRef } from '@handsfree/core/lib'
import type { ReactNode } from 'react'
import { FormattedMessage } from 'react-intl'
import { Alert, TextLink } from '../../ui/index.ts'
import { useReading } from './useReading.ts'

export function ReadingStaleAlert({ reading }: { reading: ReadingRef | undefined }) {
  const { isStale, retry } = useReading(reading)
  return (
    isStale && (
      <StaleAlert onRetry={retry}>
        <FormattedMessage id="resource.stale" />
      </StaleAlert>
    )
  )
}

export function StaleAlert({ onRetry, children }: { onRetry: () => void; children: ReactNode }) {
  return (
    <Alert
      tone="coral"
      panel
      action={
        <TextLink onClick={onRetry}>
          <FormattedMessage id="common.tryAgain" />
        </TextLink>
      }
    >
      {children}
    </Alert>
  )
}
