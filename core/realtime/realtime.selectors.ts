import type { SnapshotFrom } from 'xstate'
import type { realtimeMachine } from './realtime.machine.ts'

/** Whether changes reach the open page by themselves. */
export const selectIsLive = (snapshot: SnapshotFrom<typeof realtimeMachine>) =>
  snapshot.matches({ connected: { freshness: 'live' } })
