import type { DraftFormActor, PlacementActor } from '@handsfree/core/booking'

/** The form of an order whose place is known. */
export function formOf(placement: PlacementActor): DraftFormActor {
  const { form } = placement.getSnapshot().context
  if (!form) throw new Error('The form has not begun')
  return form
}

export const filledIn = (placement: PlacementActor) => formOf(placement).getSnapshot()
