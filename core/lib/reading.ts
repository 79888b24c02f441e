import type { SnapshotFrom } from 'xstate'
import type { readingMachine } from './reading.machine.ts'

export type ReadingStage = 'loading' | 'failed' | 'notThere' | 'refreshing' | 'stale' | 'fresh'

/** `loading` until the first value, then `refreshing`. */
export const selectReadingStage = ({ value, context }: SnapshotFrom<typeof readingMachine>): ReadingStage => {
  if (value === 'deciding' || value === 'reading') return context.value === null ? 'loading' : 'refreshing'
  return value
}
