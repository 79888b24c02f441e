import type { FormPart, PlacementActor } from '@handsfree/core/booking'

let wanted: FormPart | null = null

/** Goes back to the form, with one of its parts unfolded. */
export function editPart(placement: PlacementActor, part: FormPart): void {
  wanted = part
  placement.send({ type: 'order.edit', part })
}

/** The part that the form was opened for, once; null when there is none. */
export function takeWantedPart(): FormPart | null {
  const part = wanted
  wanted = null
  return part
}
