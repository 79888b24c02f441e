import type { DraftFormActor, PlacementActor } from '@handsfree/core/booking'

/** The form of a placement whose site is loaded. */
export function formOf(placement: PlacementActor): DraftFormActor {
  const { form } = placement.getSnapshot().context
  if (!form) throw new Error('The form isn’t loaded')
  return form
}

export const formSnapshotOf = (placement: PlacementActor) => formOf(placement).getSnapshot()
