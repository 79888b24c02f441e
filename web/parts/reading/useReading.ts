import { type PagingRef, type ReadingRef, selectReadingStage } from '@handsfree/core/lib'
import { selectListReading } from '@handsfree/core/realtime'
import { useSelector } from '@xstate/react'
import { openNewVersion } from '../../app/open-new-version.ts'

/** What a page shows of a reading, and a retry. */
export function useReading(reading: ReadingRef | undefined) {
  const stage = useSelector(reading, (snapshot) => (snapshot ? selectReadingStage(snapshot) : 'loading'))
  const problem = useSelector(reading, (snapshot) => snapshot?.context.problem ?? null)
  return {
    isLoading: stage === 'loading',
    isRefreshing: stage === 'refreshing',
    /** Not found: a retry cannot help. */
    isGone: stage === 'notThere',
    hasFailed: stage === 'failed' || stage === 'notThere',
    isStale: stage === 'stale',
    problem,
    /** The answers of a server that was released since are read by its own app alone. */
    retry: () => {
      reading?.send({ type: 'reading.retry' })
      void openNewVersion()
    },
  }
}

export const useListing = (list: PagingRef | undefined) =>
  useReading(useSelector(list, (snapshot) => snapshot && selectListReading(snapshot)))
