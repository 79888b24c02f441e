import type { SnapshotFrom } from 'xstate'
import type { ApiFailure } from '../lib/failure.ts'
import type { deskTaskMachine } from './desk-task.machine.ts'

export type DeskTaskEntry = {
  tagCodes: readonly string[]
  /** Such as a shelf or a reason; empty for tasks without a text. */
  text: string
}

export type DeskTaskInput = {
  needsTags: boolean
  needsText: boolean
  /** 128 random bits as hex. */
  newKey: () => string
}

export type DeskTaskContext = DeskTaskInput & {
  entry: DeskTaskEntry
  /** Idempotency key of this entry, kept for its retries; empty until sent. */
  key: string
  problem: ApiFailure | null
}

export type DeskTaskEvent =
  | { type: 'task.open'; entry: DeskTaskEntry }
  | { type: 'task.change'; entry: Partial<DeskTaskEntry> }
  | { type: 'task.send' }
  | { type: 'task.drop' }

export type DeskTaskEmitted = { type: 'task.done' }

export type SendTaskInput = DeskTaskEntry & { key: string }

export const emptyEntry: DeskTaskEntry = { tagCodes: [], text: '' }

export const isTaskComplete = ({
  entry: { tagCodes, text },
  needsTags,
  needsText,
}: DeskTaskContext): boolean => (!needsTags || tagCodes.length > 0) && (!needsText || text.trim() !== '')

type Snapshot = SnapshotFrom<typeof deskTaskMachine>

export const selectTaskEntry = ({ context }: Snapshot): DeskTaskEntry => context.entry
export const selectTaskProblem = ({ context }: Snapshot): ApiFailure | null => context.problem
export const selectIsTaskOpen = (snapshot: Snapshot): boolean => !snapshot.matches('closed')
export const selectIsTaskBusy = (snapshot: Snapshot): boolean => snapshot.hasTag('busy')
