import type { SnapshotFrom } from 'xstate'
import type { ReadingRef } from '../lib/reading.machine.ts'
import type { tripMachine } from './trip.machine.ts'

type TripSnapshot = SnapshotFrom<typeof tripMachine>

export const selectTrip = (snapshot: TripSnapshot) => snapshot.context.trip
export const selectTripReadAt = (snapshot: TripSnapshot) => snapshot.context.loadedAt
export const selectTripHasEnded = (snapshot: TripSnapshot) => snapshot.matches('ended')
/** Reads the trip. */
export const selectTripReading = ({ children }: TripSnapshot) => children.reading as ReadingRef | undefined
/** Why nothing could be read yet; null while it is read, and once it was. */
export const selectTripProblem = (snapshot: TripSnapshot) =>
  snapshot.matches({ open: 'failed' })
    ? (selectTripReading(snapshot)?.getSnapshot().context.problem ?? null)
    : null
/** Whether changes reach the open page by themselves. */
export const selectTripIsLive = (snapshot: TripSnapshot) => snapshot.matches({ open: 'live' })
/** Whether the last reading failed, or the line is down. */
export const selectTripIsBehind = (snapshot: TripSnapshot) => snapshot.matches({ open: 'behind' })
