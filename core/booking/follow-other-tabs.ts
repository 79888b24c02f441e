import type { App } from '../app.ts'
import { storageKeys } from '../lib/keys.ts'
import { isPlaced } from './placed-drafts.ts'
import type { PlacementActor } from './placement.machine.ts'
import type { OrderPreview } from './preview.ts'

export const foundIn = ({ draft, leftReceiver, photos, heldPhotos, draftKey }: OrderPreview) =>
  ({ type: 'draft.found', draft, leftReceiver, photos, heldPhotos, draftKey }) as const

/** Two tabs on one code fill in one draft: what the other one changed, or placed, appears here. */
export function followOtherTabs(
  { platform: { storage } }: App,
  placement: PlacementActor,
  pending: () => OrderPreview | null,
): void {
  const posted = { type: 'draft.posted' } as const
  const leavePlaced = () => {
    const snapshot = placement.getSnapshot()
    const { draftKey, orderId } = snapshot.context
    if (orderId === null && isPlaced(storage, draftKey) && snapshot.can(posted)) placement.send(posted)
  }
  const stop = storage.subscribe((key) => {
    if (key === storageKeys.placedDrafts) leavePlaced()
    const preview = key === storageKeys.orderPreview ? pending() : null
    if (!preview) return
    const isPosted = preview.submission !== null || preview.orderId !== null
    placement.send(isPosted ? posted : foundIn(preview))
  })
  // The news may come while an own post is on its way.
  placement.subscribe({ next: leavePlaced, complete: stop })
}
