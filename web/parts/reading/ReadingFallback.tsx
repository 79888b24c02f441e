import type { ReadingRef } from '@handsfree/core/lib'
import type { ReactNode } from 'react'
import { useIntl } from 'react-intl'
import type { MessageKey } from '../../app/message-key.ts'
import { Loading, Page } from '../../ui/index.ts'
import { LoadFailed } from './LoadFailed.tsx'
import { useReading } from './useReading.ts'

export type ReadingFallbackProps = {
  reading: ReadingRef | undefined
  bar: ReactNode
  loading: ReactNode
  /** Shown after "not found"; defaults to the failure. */
  notThere?: ReactNode
  /** Replaces the default retry. */
  onReload?: () => void
}

export function ReadingFallback({ reading, bar, loading, notThere, onReload }: ReadingFallbackProps) {
  const { isGone, hasFailed, isStale, problem, retry } = useReading(reading)
  if (!hasFailed && !isStale) return loading
  return (
    <Page bar={bar} centered>
      {isGone && notThere ? notThere : <LoadFailed problem={problem} onReload={onReload ?? retry} />}
    </Page>
  )
}

type LoadingPageProps = { bar: ReactNode; wide?: boolean; labelKey?: MessageKey; children: ReactNode }

export function LoadingPage({ bar, wide = false, labelKey = 'common.loading', children }: LoadingPageProps) {
  const intl = useIntl()
  return (
    <Page bar={bar} wide={wide}>
      <Loading label={intl.formatMessage({ id: labelKey })}>{children}</Loading>
    </Page>
  )
}
