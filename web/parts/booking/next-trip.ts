import type { App } from '@handsfree/core'
import { selectIsSignedIn } from '@handsfree/core/auth'
import { findNextTrip, repeatElsewhere } from '@handsfree/core/booking'
import { getOrder, type Order } from '@handsfree/core/contract'
import type { NextTripDirection } from '@handsfree/core/orders'
import { formPath, withDestination } from '../../app/address.ts'
import { navigate } from '../../app/navigate.ts'
import { openFormPlacement } from './follow-placement.ts'

/**
 * Opens the form for the same trip or for the way back. Places, bag count and recipient are filled in; times and
 * photos aren't. If it starts from a site without a desk code, opens "Start" instead. Returns the error, or null.
 */
export async function beginNextTrip(
  app: App,
  order: Order,
  direction: NextTripDirection,
): Promise<'failed' | 'noDesk' | null> {
  const result = await findNextTrip(app, order, direction)
  if (!result.ok) {
    const { siteId } = direction === 'again' ? order.delivery : order.pickup
    if (result.error === 'noDesk') navigate(withDestination('/start', siteId, order.orderId))
    return result.error
  }
  const { qrId, fill } = result.value
  fill(openFormPlacement(app, qrId))
  navigate(formPath(qrId))
  return null
}

/** Fills the form of another site from an order. Does nothing if the order can't be read. */
export async function repeatOrder(
  app: App,
  { qrId, orderId, toSiteId }: { qrId: string; orderId: string; toSiteId: string | null },
  signal: AbortSignal,
): Promise<void> {
  if (!selectIsSignedIn(app.auth.getSnapshot())) return
  const order = await app.api.call(getOrder, { params: { orderId } }, { signal })
  if (!order.ok || signal.aborted) return
  const direction = order.value.pickup.siteId === toSiteId ? 'back' : 'again'
  repeatElsewhere(openFormPlacement(app, qrId), order.value, direction)
}
