import type { App } from '../app.ts'
import type { Order } from '../contract/order.ts'
import { getSite, type QrSite } from '../contract/site.ts'
import { fail, ok, type Result } from '../lib/result.ts'
import type { NextTripDirection } from '../orders/next-trip.ts'
import { patchDraft } from './choose-delivery.ts'
import { cityOfOwnAddress, ownAddressOf, toDeliveryChoice } from './delivery-choice.ts'
import type { DeliveryChoice, Draft } from './draft-shape.ts'
import type { PlacementActor } from './placement.machine.ts'

/** A trip that begins at the place of a QR id. `fill` sets it in a draft as soon as the draft can be changed. */
export type NextTrip = { qrId: string; fill(placement: PlacementActor): void }

/** An order's own address; in the one city that the place delivers to, where its own is none of the place's. */
function repeatedAddress(order: Order, place: QrSite): DeliveryChoice {
  const [first, ...others] = place.serviceAreas
  const city = cityOfOwnAddress(order, place) ?? (others.length === 0 ? first : undefined)
  return ownAddressOf(order, city?.regionId)
}

/** Who collected, unless that is who the draft names already. */
function recipientOf({ receiver }: Order, draft: Draft): Partial<Draft> {
  const { name, dialCode, phoneNumber, locale } = receiver
  const isSame = draft.receiver.dialCode === dialCode && draft.receiver.phoneNumber === phoneNumber
  if (isSame || phoneNumber === '') return {}
  return { receiver: { who: 'other', name, dialCode, phoneNumber, ...(locale ? { locale } : {}) } }
}

/** Where an order's trip begins again, and where it goes; or its way back. `noDesk`: the place takes no orders now. */
export async function findNextTrip(
  { api }: App,
  order: Order,
  direction: NextTripDirection,
): Promise<Result<NextTrip, 'failed' | 'noDesk'>> {
  const { pickup, delivery, pieces } = order
  const [start, end] = direction === 'again' ? [pickup, delivery] : [delivery, pickup]
  const read = (siteId: string) => api.call(getSite, { params: { siteId } })
  const [from, to] = await Promise.all([
    read(start.siteId ?? ''),
    end.siteId === null ? null : read(end.siteId),
  ])
  if (!from.ok || to?.ok === false) return fail('failed')
  const { deskQrId, isClosed } = from.value
  if (deskQrId === null || isClosed || to?.value.isClosed) return fail('noDesk')
  const fill = (placement: PlacementActor) =>
    patchDraft(placement, (place, draft) => ({
      pieces,
      delivery: to ? toDeliveryChoice(to.value) : repeatedAddress(order, place),
      ...(direction === 'again' ? recipientOf(order, draft) : {}),
    }))
  return ok({ qrId: deskQrId, fill })
}

/**
 * Sends an order again or back from another place: sets the bags; again also who collected and an own address, unless
 * the place delivers to one city alone, which is not known to be that of the address.
 */
export const repeatElsewhere = (
  placement: PlacementActor,
  order: Order,
  direction: NextTripDirection,
): void =>
  patchDraft(placement, (place, draft) => ({
    pieces: order.pieces,
    ...(direction === 'again' ? recipientOf(order, draft) : {}),
    ...(order.delivery.siteId === null && (cityOfOwnAddress(order, place) || place.serviceAreas.length > 1)
      ? { delivery: repeatedAddress(order, place) }
      : {}),
  }))
