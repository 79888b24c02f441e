import type { FormPart, PlacementActor } from '@handsfree/core/booking'

let wanted: FormPart | null = null

export function editPart(placement: PlacementActor, part: FormPart): void {
  wanted = part
  placement.send({ type: 'order.edit', part })
}

export function takeWantedPart(): FormPart | null {
  const part = wanted
  wanted = null
  return part
}
