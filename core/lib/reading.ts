import type { SnapshotFrom } from 'xstate'
import type { readingMachine } from './reading.machine.ts'

export type ReadingStage = 'loading' | 'failed' | 'notThere' | 'refreshing' | 'stale' | 'fresh'

/** What a page shows of a reading: `loading` until something was read, `refreshing` from then on. */
export const selectReadingStage = ({ value, context }: SnapshotFrom<typeof readingMachine>): ReadingStage => {
  if (value === 'deciding' || value === 'reading') return context.value === null ? 'loading' : 'refreshing'
  return value
}
