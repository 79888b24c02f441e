import { type PagingRef, type ReadingRef, selectReadingStage } from '@handsfree/core/lib'
import { selectListReading } from '@handsfree/core/realtime'
import { useSelector } from '@xstate/react'
import { openNewVersion } from '../../app/open-new-version.ts'

export function useReading(reading: ReadingRef | undefined) {
  const stage = useSelector(reading, (snapshot) => (snapshot ? selectReadingStage(snapshot) : 'loading'))
  const problem = useSelector(reading, (snapshot) => snapshot?.context.problem ?? null)
  return {
    isLoading: stage === 'loading',
    isRefreshing: stage === 'refreshing',
    /** Not found; retrying won't help. */
    isGone: stage === 'notThere',
    hasFailed: stage === 'failed' || stage === 'notThere',
    isStale: stage === 'stale',
    problem,
    /** Also checks for a newer build, because only that may understand a newer server's response. */
    retry: () => {
      reading?.send({ type: 'reading.retry' })
      void openNewVersion()
    },
  }
}

export const useListing = (list: PagingRef | undefined) =>
  useReading(useSelector(list, (snapshot) => snapshot && selectListReading(snapshot)))
