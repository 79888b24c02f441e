import { type ReadingActor, selectValue } from '@handsfree/core/realtime'
import { useSelector } from '@xstate/react'
import type { ReactNode } from 'react'
import { useIntl } from 'react-intl'
import { LoadFailed } from '../../parts/reading/LoadFailed.tsx'
import { ReadingStaleAlert } from '../../parts/reading/ReadingStaleAlert.tsx'
import { useReading } from '../../parts/reading/useReading.ts'
import { Loading, Skeleton } from '../../ui/index.ts'

type OfficeReadingProps<Value> = { reading: ReadingActor<Value>; children: (value: Value) => ReactNode }

/** A value of the office, or that it loads or couldn't. */
export function OfficeReading<Value>({ reading, children }: OfficeReadingProps<Value>) {
  const value = useSelector(reading, selectValue(reading))
  const { hasFailed, isStale, problem, retry } = useReading(reading)
  if (value !== null) {
    return (
      <>
        <ReadingStaleAlert reading={reading} />
        {children(value)}
      </>
    )
  }
  return hasFailed || isStale ? <LoadFailed problem={problem} onReload={retry} /> : <OfficeSkeleton />
}

export function OfficeSkeleton() {
  const intl = useIntl()
  return (
    <Loading label={intl.formatMessage({ id: 'common.loading' })}>
      <Skeleton shape="block" height="48px" />
      <Skeleton shape="block" height="360px" />
    </Loading>
  )
}
