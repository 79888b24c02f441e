import type { FormPart, PlacementActor } from '@handsfree/core/booking'

let requestedPart: FormPart | null = null

export function editPart(placement: PlacementActor, part: FormPart): void {
  requestedPart = part
  placement.send({ type: 'order.edit', part })
}

export function consumeRequestedPart(): FormPart | null {
  const part = requestedPart
  requestedPart = null
  return part
}
