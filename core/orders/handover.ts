import type { SnapshotFrom } from 'xstate'
import type { ReadingRef } from '../lib/reading.machine.ts'
import { summarizePhotos } from '../photos/photo-list.ts'
import type { handoverMachine } from './handover.machine.ts'
import { checkoutPath } from './order-facts.ts'

type HandoverSnapshot = SnapshotFrom<typeof handoverMachine>

export const selectGuestOrder = (snapshot: HandoverSnapshot) => snapshot.context.order
/** Reads the order; takes `reading.retry`. */
export const selectHandoverReading = ({ children }: HandoverSnapshot) =>
  children.reading as ReadingRef | undefined
export const selectHandoverPhotoSet = (snapshot: HandoverSnapshot) => snapshot.context.photoSet
export const selectHandoverProblem = (snapshot: HandoverSnapshot) => snapshot.context.problem

/** What of the photos a field is to say; null before the guest asked to go on. */
export function selectPhotoNeed(snapshot: HandoverSnapshot): 'missing' | 'failed' | null {
  if (!snapshot.matches({ offered: 'showingErrors' })) return null
  const { photos, order } = snapshot.context
  if (summarizePhotos(photos).failed > 0) return 'failed'
  return photos.length + (order?.photoCount ?? 0) === 0 ? 'missing' : null
}

/** Where the guest goes on once the order is theirs: to its payment while that is due, else to the order. */
export function selectTakenPath({ context: { taken, takenOrderId } }: HandoverSnapshot): string | null {
  if (takenOrderId === null) return null
  return (taken && checkoutPath(taken)) ?? `/order/detail/${takenOrderId}`
}
