import type { SnapshotFrom } from 'xstate'
import type { ReadingRef } from '../lib/reading.machine.ts'
import type { accountDeletionMachine } from './deletion.machine.ts'

type DeletionSnapshot = SnapshotFrom<typeof accountDeletionMachine>

/** Reads the terms; takes `reading.retry`. */
export const selectDeletionReading = ({ children }: DeletionSnapshot): ReadingRef | undefined =>
  children.reading

/** The code is asked for, or what was entered is under way. */
export const selectIsAskingDeletionCode = (snapshot: DeletionSnapshot): boolean =>
  snapshot.matches('enteringCode') || snapshot.matches('deleting')

/** Seconds until another code may be requested; null when one may be now. */
export const selectDeletionWait = (snapshot: DeletionSnapshot): number | null =>
  snapshot.matches({ enteringCode: 'waiting' }) ? snapshot.context.secondsLeft : null
