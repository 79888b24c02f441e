import type { App } from '@handsfree/core'
import { getSite, type Order } from '@handsfree/core/api'
import { chooseDelivery } from '@handsfree/core/order'
import { navigate } from '../app/navigate.ts'
import { formPath, visitForm } from './follow-placement.ts'

/**
 * Opens the form for an order's trip again or for its way back: the places and the number of bags are filled in, times and
 * photos are new. Returns why it cannot: no answer, or a place whose desk takes no orders.
 */
export async function beginNextTrip(
  app: App,
  { pickup, delivery, pieces }: Order,
  direction: 'again' | 'back',
): Promise<'failed' | 'noDesk' | null> {
  const ends = direction === 'again' ? [pickup, delivery] : [delivery, pickup]
  const [from, to] = await Promise.all(
    ends.map(({ siteId }) => app.api.call(getSite, { params: { siteId: siteId ?? '' } })),
  )
  if (!from?.ok || !to?.ok) return 'failed'
  const { deskQrId, isClosed } = from.value
  if (deskQrId === null || isClosed || to.value.isClosed) return 'noDesk'
  chooseDelivery(visitForm(app, deskQrId), to.value, { pieces })
  navigate(formPath(deskQrId))
  return null
}
