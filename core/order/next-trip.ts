import type { Order } from '../api/contract/order.ts'
import { getSite, type Site } from '../api/contract/site.ts'
import type { App } from '../app.ts'
import { fail, ok, type Result } from '../result.ts'

export type NextTripDirection = 'again' | 'back'

/** Where an order's trip begins again, and where it goes; or its way back. `noDesk`: the place takes no orders now. */
export async function findNextTrip(
  { api }: App,
  { pickup, delivery }: Order,
  direction: NextTripDirection,
): Promise<Result<{ qrId: string; destination: Site }, 'failed' | 'noDesk'>> {
  const ends = direction === 'again' ? [pickup, delivery] : [delivery, pickup]
  const [from, to] = await Promise.all(
    ends.map(({ siteId }) => api.call(getSite, { params: { siteId: siteId ?? '' } })),
  )
  if (!from?.ok || !to?.ok) return fail('failed')
  const { deskQrId, isClosed } = from.value
  if (deskQrId === null || isClosed || to.value.isClosed) return fail('noDesk')
  return ok({ qrId: deskQrId, destination: to.value })
}
