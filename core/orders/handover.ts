import type { SnapshotFrom } from 'xstate'
import type { ReadingRef } from '../lib/reading.machine.ts'
import { summarizePhotos } from '../photos/photo-list.ts'
import type { handoverMachine } from './handover.machine.ts'
import { checkoutPath } from './order-state.ts'

type HandoverSnapshot = SnapshotFrom<typeof handoverMachine>

export const selectGuestOrder = (snapshot: HandoverSnapshot) => snapshot.context.order
export const selectHandoverReading = ({ children }: HandoverSnapshot) =>
  children.reading as ReadingRef | undefined
export const selectHandoverPhotoSet = (snapshot: HandoverSnapshot) => snapshot.context.photoSet
export const selectHandoverProblem = (snapshot: HandoverSnapshot) => snapshot.context.problem

/** Photo error to show; null until the guest has tried to continue. */
export function selectPhotoNeed(snapshot: HandoverSnapshot): 'missing' | 'failed' | null {
  if (!snapshot.matches({ offered: 'showingErrors' })) return null
  const { photos, order } = snapshot.context
  if (summarizePhotos(photos).failed > 0) return 'failed'
  return photos.length + (order?.photoCount ?? 0) === 0 ? 'missing' : null
}

/** Path after takeover: the payment page if a payment is due, else the order. */
export function selectTakenPath({ context: { takenOrder, takenOrderId } }: HandoverSnapshot): string | null {
  if (takenOrderId === null) return null
  return (takenOrder && checkoutPath(takenOrder)) ?? `/order/detail/${takenOrderId}`
}
