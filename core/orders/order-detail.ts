import type { SnapshotFrom } from 'xstate'
import { errorCodes } from '../lib/error-codes.ts'
import { isOutcomeUnknown } from '../lib/failure.ts'
import type { ReadingRef } from '../lib/reading.machine.ts'
import type { orderDetailMachine } from './order-detail.machine.ts'

export type OrderDetailSnapshot = SnapshotFrom<typeof orderDetailMachine>

export const selectOrder = (snapshot: OrderDetailSnapshot) => snapshot.context.order
export const selectTrace = (snapshot: OrderDetailSnapshot) => snapshot.context.trace

/** Whether the latest trace event of any claim is an offer. An event without `claimId` may belong to any claim. */
export const selectHasPendingClaimOffer = (snapshot: OrderDetailSnapshot): boolean =>
  snapshot.context.trace.some(
    ({ facts: { claim, claimId } }, index, trace) =>
      claim === 'offered' &&
      !trace.slice(index + 1).some(({ facts }) => facts.claim && (!claimId || facts.claimId === claimId)),
  )
export const selectLoadedAt = (snapshot: OrderDetailSnapshot) => snapshot.context.loadedAt
/** The reading actor; accepts `reading.retry` and `reading.hint`. */
export const selectReading = (snapshot: OrderDetailSnapshot): ReadingRef | undefined =>
  snapshot.children.reading
const readingOf = (snapshot: OrderDetailSnapshot) => selectReading(snapshot)?.getSnapshot()
/** Whether the shown order is from an earlier visit and not yet refreshed. */
export const selectIsCatchingUp = (snapshot: OrderDetailSnapshot) => {
  const reading = readingOf(snapshot)
  return (
    reading === undefined ||
    (reading.context.initialValue !== null && reading.context.initialValue === reading.context.value)
  )
}
export const selectIsStale = (snapshot: OrderDetailSnapshot) => readingOf(snapshot)?.matches('stale') ?? false
export const selectIsNotFound = (snapshot: OrderDetailSnapshot) =>
  readingOf(snapshot)?.matches('notThere') ?? false
/** Why the first read failed; null while reading and after a success. */
export const selectReadProblem = (snapshot: OrderDetailSnapshot) => {
  const reading = readingOf(snapshot)
  return reading?.matches('failed') ? reading.context.problem : null
}
export const selectIsReading = (snapshot: OrderDetailSnapshot) => readingOf(snapshot)?.hasTag('busy') ?? true
export const selectCanCancel = (snapshot: OrderDetailSnapshot) =>
  snapshot.can({ type: 'cancellation.preview' })
export const selectCancelPreview = (snapshot: OrderDetailSnapshot) => snapshot.context.preview
export const selectCancelProblem = (snapshot: OrderDetailSnapshot) => snapshot.context.cancelProblem

/** Whether the cancellation sheet is open. The first preview loads before it opens; retries keep it open. */
export const selectCancellationIsOpen = (snapshot: OrderDetailSnapshot) =>
  !snapshot.matches('none') && !(snapshot.matches('previewing') && snapshot.context.cancelProblem === null)

/**
 * `outcomeUnknown`: posted without an answer. `notCancelled`: a later reading shows the order as not cancelled.
 * `unread`: the preview failed and nothing was posted.
 */
export type CancellationStep = 'confirm' | 'tooLate' | 'outcomeUnknown' | 'notCancelled' | 'unread' | 'failed'

export function selectCancellationStep(snapshot: OrderDetailSnapshot): CancellationStep {
  const problem = selectCancelProblem(snapshot)
  if (!problem) return 'confirm'
  if (problem.kind === 'refused' && problem.code === errorCodes.cannotCancel) return 'tooLate'
  if (snapshot.context.isReadSince)
    return snapshot.matches('notCancelled') && !selectCanCancel(snapshot) ? 'tooLate' : 'notCancelled'
  if (snapshot.context.idempotencyKey === '') return 'unread'
  return isOutcomeUnknown(problem) ? 'outcomeUnknown' : 'failed'
}

/** The event that continues the cancellation: confirm or retry. */
export const selectNextCancellationEvent = (snapshot: OrderDetailSnapshot) =>
  ({
    type: selectCancellationStep(snapshot) === 'confirm' ? 'cancellation.confirm' : 'cancellation.preview',
  }) as const
