import type { SnapshotFrom } from 'xstate'
import type { ApiFailure } from '../lib/failure.ts'
import type { staffNoteMachine } from './staff-note.machine.ts'

export type StaffNoteInput = {
  /** 128 random bits as hex. */
  newKey: () => string
}

export type StaffNoteContext = StaffNoteInput & {
  words: string
  /** Idempotency key of these words, kept for their retries; empty before the first attempt. */
  key: string
  problem: ApiFailure | null
}

export type StaffNoteEvent =
  | { type: 'note.open' }
  | { type: 'note.change'; words: string }
  | { type: 'note.send' }
  | { type: 'note.drop' }

export type SendNoteInput = { words: string; key: string }

type Snapshot = SnapshotFrom<typeof staffNoteMachine>

export const selectNoteWords = ({ context }: Snapshot): string => context.words
export const selectNoteProblem = ({ context }: Snapshot): ApiFailure | null => context.problem
export const selectIsNoteOpen = (snapshot: Snapshot): boolean =>
  snapshot.matches('writing') || snapshot.matches('sending')
export const selectIsSendingNote = (snapshot: Snapshot): boolean => snapshot.hasTag('busy')
export const selectIsNoteSent = (snapshot: Snapshot): boolean => snapshot.matches('sent')
