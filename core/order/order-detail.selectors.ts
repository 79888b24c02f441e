import type { SnapshotFrom } from 'xstate'
import { errorCodes } from '../api/error-codes.ts'
import type { orderDetailMachine } from './order-detail.machine.ts'

type OrderDetailSnapshot = SnapshotFrom<typeof orderDetailMachine>

export const selectOrder = (snapshot: OrderDetailSnapshot) => snapshot.context.order
/** What happened, oldest first. */
export const selectTrace = (snapshot: OrderDetailSnapshot) => snapshot.context.trace
export const selectLoadedAt = (snapshot: OrderDetailSnapshot) => snapshot.context.loadedAt
/** The order is from an earlier visit, and the server has not been heard yet. */
export const selectIsCatchingUp = (snapshot: OrderDetailSnapshot) =>
  snapshot.matches({ shown: { freshness: 'catchingUp' } })
export const selectIsStale = (snapshot: OrderDetailSnapshot) =>
  snapshot.matches({ shown: { freshness: 'stale' } })
export const selectCanCancel = (snapshot: OrderDetailSnapshot) =>
  snapshot.can({ type: 'cancellation.preview' })
export const selectCancelPreview = (snapshot: OrderDetailSnapshot) => snapshot.context.preview
export const selectCancelProblem = (snapshot: OrderDetailSnapshot) => snapshot.context.cancelProblem

/** Whether the cancellation asks for a decision. Its first preview does not yet; another try stays open. */
export const selectCancellationIsOpen = (snapshot: OrderDetailSnapshot) =>
  snapshot.matches('shown') &&
  !snapshot.matches({ shown: { cancellation: 'none' } }) &&
  !(snapshot.matches({ shown: { cancellation: 'previewing' } }) && snapshot.context.cancelProblem === null)

/** `unsure`: it was posted and has no answer, so nobody knows yet whether the order is cancelled. */
export type CancellationStep = 'confirm' | 'tooLate' | 'unsure' | 'failed'

export function selectCancellationStep(snapshot: OrderDetailSnapshot): CancellationStep {
  const problem = selectCancelProblem(snapshot)
  if (!problem) return 'confirm'
  if (problem.kind === 'refused' && problem.code === errorCodes.cannotCancel) return 'tooLate'
  return snapshot.matches({ shown: { cancellation: 'unsure' } }) ? 'unsure' : 'failed'
}

/** The event that takes the cancellation on: confirming it, or another try. */
export const selectCancellationMove = (snapshot: OrderDetailSnapshot) =>
  ({
    type: selectCancellationStep(snapshot) === 'confirm' ? 'cancellation.confirm' : 'cancellation.preview',
  }) as const
