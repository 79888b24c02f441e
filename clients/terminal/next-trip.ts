import { findNextTrip, openPlacement } from '@handsfree/core/booking'
import type { Order } from '@handsfree/core/contract'
import type { NextTripDirection } from '@handsfree/core/orders'
import type { TerminalSession } from './terminal-session.ts'

/**
 * Fills the form for repeating a trip or its way back. Returns the QR id, or null after showing why it isn't
 * possible.
 */
export async function startNextTrip(
  { app, text, print }: TerminalSession,
  order: Order,
  direction: NextTripDirection,
): Promise<string | null> {
  const result = await findNextTrip(app, order, direction)
  if (!result.ok) {
    print(text(`nextTrip.${result.error}`))
    return null
  }
  const { qrId, fill } = result.value
  const placement = openPlacement(app, qrId, 'editing')
  const edit = { type: 'order.edit' } as const
  if (placement.getSnapshot().can(edit)) placement.send(edit)
  fill(placement)
  return qrId
}
