import type { SnapshotFrom } from 'xstate'
import type { realtimeMachine } from './realtime.machine.ts'

/** Pause before reconnecting, in ms: 1 s at first, then 1 to 5 s. `random` is from 0 to 1. */
export const reconnectDelay = (failures: number, random: number): number =>
  failures <= 1 ? 1_000 : 1_000 + random * 4_000

/** Whether live updates arrive. */
export const selectIsLive = (snapshot: SnapshotFrom<typeof realtimeMachine>) =>
  snapshot.matches({ connected: { freshness: 'live' } })
