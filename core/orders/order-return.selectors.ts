import type { SnapshotFrom } from 'xstate'
import type { ReadingRef } from '../lib/reading.machine.ts'
import type { orderReturnMachine } from './order-return.machine.ts'

type ReturnSnapshot = SnapshotFrom<typeof orderReturnMachine>

export const selectReturnOrder = (snapshot: ReturnSnapshot) => snapshot.context.order
export const selectReturnDraft = (snapshot: ReturnSnapshot) => snapshot.context.draft
/** Why the last choice was not taken; null without a failure. */
export const selectReturnProblem = (snapshot: ReturnSnapshot) => snapshot.context.problem
/** Takes `reading.retry`. */
export const selectReturnReading = ({ children }: ReturnSnapshot) =>
  children.reading as ReadingRef | undefined
/** Whether something is to be chosen, or is on its way. */
export const selectIsChoosing = (snapshot: ReturnSnapshot) =>
  snapshot.matches('choosing') || snapshot.matches('sending') || snapshot.matches('outcomeUnknown')
