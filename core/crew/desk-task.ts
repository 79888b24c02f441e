import type { SnapshotFrom } from 'xstate'
import type { ApiFailure } from '../lib/failure.ts'
import type { deskTaskMachine } from './desk-task.machine.ts'

export type DeskTaskInput = {
  needsText: boolean
}

export type DeskTaskContext = DeskTaskInput & {
  /** Such as a reason; empty for tasks without a text. */
  text: string
  problem: ApiFailure | null
}

export type DeskTaskEvent =
  | { type: 'task.open' }
  | { type: 'task.change'; text: string }
  | { type: 'task.send' }
  | { type: 'task.drop' }

export type DeskTaskEmitted = { type: 'task.done' }

export type SendTaskInput = { text: string }

export const isTaskComplete = ({ text, needsText }: DeskTaskContext): boolean =>
  !needsText || text.trim() !== ''

type Snapshot = SnapshotFrom<typeof deskTaskMachine>

export const selectTaskText = ({ context }: Snapshot): string => context.text
export const selectTaskProblem = ({ context }: Snapshot): ApiFailure | null => context.problem
export const selectIsTaskOpen = (snapshot: Snapshot): boolean => !snapshot.matches('closed')
export const selectIsTaskBusy = (snapshot: Snapshot): boolean => snapshot.hasTag('busy')
