import type { App } from '../app.ts'
import type { Order } from '../contract/order.ts'
import { getSite, type QrSite } from '../contract/site.ts'
import { fail, ok, type Result } from '../lib/result.ts'
import type { NextTripDirection } from '../orders/next-trip.ts'
import { patchDraft } from './choose-delivery.ts'
import { cityOfOwnAddress, ownAddressOf, toDeliveryChoice } from './delivery-choice.ts'
import type { DeliveryChoice, Draft } from './draft-shape.ts'
import type { PlacementActor } from './placement.machine.ts'

/** A trip starting at a QR id's place. `fill` patches a draft once its form accepts changes. */
export type NextTrip = { qrId: string; fill(placement: PlacementActor): void }

/** The order's own address. Its city falls back to the only one that the place serves. */
function repeatedAddress(order: Order, place: QrSite): DeliveryChoice {
  const [first, ...others] = place.serviceAreas
  const city = cityOfOwnAddress(order, place) ?? (others.length === 0 ? first : undefined)
  return ownAddressOf(order, city?.regionId)
}

/** The order's receiver; empty if the draft already names them. */
function recipientOf({ receiver }: Order, draft: Draft): Partial<Draft> {
  const { name, dialCode, phoneNumber, locale } = receiver
  const isSame = draft.receiver.dialCode === dialCode && draft.receiver.phoneNumber === phoneNumber
  if (isSame || phoneNumber === '') return {}
  return { receiver: { who: 'other', name, dialCode, phoneNumber, ...(locale ? { locale } : {}) } }
}

/** Finds the start and end of a repeat or return trip. `noDesk`: the place doesn't take orders now. */
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
 * Repeats an order from another place: copies the bag count and, for `again`, the receiver. Copies an own address only
 * if its city matches or the traveller can choose one.
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
