import {
  type PagingRef,
  type ReadingRef,
  selectListReading,
  selectReadingStage,
} from '@handsfree/core/reading'
import { useSelector } from '@xstate/react'

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
    retry: () => reading?.send({ type: 'reading.retry' }),
  }
}

export const useListing = (list: PagingRef | undefined) =>
  useReading(useSelector(list, (snapshot) => snapshot && selectListReading(snapshot)))
