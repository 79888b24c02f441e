import type { SnapshotFrom } from 'xstate'
import type { ReadingRef } from '../lib/reading.machine.ts'
import type { tripMachine } from './trip.machine.ts'

type TripSnapshot = SnapshotFrom<typeof tripMachine>

export const selectTrip = (snapshot: TripSnapshot) => snapshot.context.trip
export const selectTripReadAt = (snapshot: TripSnapshot) => snapshot.context.loadedAt
export const selectTripHasEnded = (snapshot: TripSnapshot) => snapshot.matches('ended')
export const selectTripReading = ({ children }: TripSnapshot) => children.reading as ReadingRef | undefined
/** Why the first read failed; null while reading and after a success. */
export const selectTripProblem = (snapshot: TripSnapshot) =>
  snapshot.matches({ open: 'failed' })
    ? (selectTripReading(snapshot)?.getSnapshot().context.problem ?? null)
    : null
export const selectTripIsLive = (snapshot: TripSnapshot) => snapshot.matches({ open: 'live' })
/** Whether the last reading failed or the connection is down. */
export const selectTripIsBehind = (snapshot: TripSnapshot) => snapshot.matches({ open: 'behind' })
