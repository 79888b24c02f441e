import type { SnapshotFrom } from 'xstate'
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
/** A cancellation was posted and has no answer: nobody knows yet whether the order is cancelled. */
export const selectIsCancellationUnsure = (snapshot: OrderDetailSnapshot) =>
  snapshot.matches({ shown: { cancellation: 'unsure' } })
