import type { SnapshotFrom } from 'xstate'
import type { realtimeMachine } from './realtime.machine.ts'

/** Milliseconds before the next try to connect: 1 s at first, then between 1 and 5 s. `random` is from 0 to 1. */
export const reconnectDelay = (failures: number, random: number): number =>
  failures <= 1 ? 1_000 : 1_000 + random * 4_000

/** Whether changes reach the open page by themselves. */
export const selectIsLive = (snapshot: SnapshotFrom<typeof realtimeMachine>) =>
  snapshot.matches({ connected: { freshness: 'live' } })
