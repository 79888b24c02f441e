import {
  type PagingRef,
  type ReadingRef,
  selectListReading,
  selectReadingStage,
} from '@handsfree/core/reading'
import { useSelector } from '@xstate/react'

/** What a page shows of a reading, and the way to try again. */
export function useReading(reading: ReadingRef | undefined) {
  const stage = useSelector(reading, (snapshot) => (snapshot ? selectReadingStage(snapshot) : 'loading'))
  const problem = useSelector(reading, (snapshot) => snapshot?.context.problem ?? null)
  return {
    isLoading: stage === 'loading',
    isRefreshing: stage === 'refreshing',
    /** The server knows no such thing: trying again cannot help. */
    isGone: stage === 'notThere',
    /** Nothing can be shown. */
    hasFailed: stage === 'failed' || stage === 'notThere',
    isStale: stage === 'stale',
    problem,
    retry: () => reading?.send({ type: 'reading.retry' }),
  }
}

/** The same of a list. */
export const useListing = (list: PagingRef | undefined) =>
  useReading(useSelector(list, (snapshot) => snapshot && selectListReading(snapshot)))
