import { findNextTrip, openPlacement } from '@handsfree/core/booking'
import type { Order } from '@handsfree/core/contract'
import type { NextTripDirection } from '@handsfree/core/orders'
import type { Step } from './step.ts'

/** Fills in a form for an order's trip again, or for its way back. Returns its QR id; null when it says why not. */
export async function nextTrip(
  { app, words, tell }: Step,
  order: Order,
  direction: NextTripDirection,
): Promise<string | null> {
  const found = await findNextTrip(app, order, direction)
  if (!found.ok) {
    tell(words(`nextTrip.${found.error}`))
    return null
  }
  const { qrId, fill } = found.value
  const placement = openPlacement(app, qrId, 'editing')
  const edit = { type: 'order.edit' } as const
  if (placement.getSnapshot().can(edit)) placement.send(edit)
  fill(placement)
  return qrId
}
