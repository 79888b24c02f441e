import type { Locale, Trip } from '@handsfree/core/contract'
import { utcOffsetAt } from '@handsfree/core/lib'
import { tripPickup, tripStage } from '@handsfree/core/orders'
import type { Database } from '../../runtime/db/database.ts'
import { countBagsLeft } from '../orders/bags.ts'
import { canCollect } from '../orders/can-collect.ts'
import { expectedArrivalOf, lifecycleOf } from '../orders/lifecycle-columns.ts'
import { placeOfBags } from '../orders/place-of-bags.ts'
import { toOrderPlace } from '../orders/places.ts'
import type { PlaceSnapshot } from '../orders/types.ts'
import { type LinkedOrder, linkEnd } from './receiver-links.ts'

const toTripPlace = (place: PlaceSnapshot, locale: Locale): Trip['pickup'] => {
  const { siteId, name, cityName, location } = toOrderPlace(place, locale)
  return { siteId, name, cityName, location }
}

const returnStages = { none: null, wait: 'asked', inProgress: 'moving', completed: 'there' } as const

/** The receiver's view: no phone numbers, prices, names or room. */
export async function toTrip(
  tx: Database,
  { order, link, version }: LinkedOrder,
  locale: Locale,
): Promise<Trip> {
  const { from, until } = expectedArrivalOf(order)
  const stage = tripStage(lifecycleOf(order))
  const isWaiting = stage !== 'collected' && stage !== 'calledOff'
  return {
    orderNumber: order.orderNumber,
    stage,
    pieces: await countBagsLeft(tx, order),
    pickup: toTripPlace(order.pickupPlace, locale),
    delivery: toTripPlace(placeOfBags(order), locale),
    pickupTime: order.pickupTime.toISOString(),
    ...(stage === 'waiting'
      ? { pickupStage: tripPickup(lifecycleOf(order), order.courierArrivedTime !== null) }
      : {}),
    pickedUpTime: order.pickedUpTime?.toISOString() ?? null,
    arrivalFrom: new Date(from).toISOString(),
    estimatedDelivery: new Date(until).toISOString(),
    returning: isWaiting ? returnStages[order.return] : null,
    handedTime: order.handedTime?.toISOString() ?? null,
    timeZone: order.timeZone,
    utcOffset: utcOffsetAt(order.pickupTime.getTime(), order.timeZone),
    cityName: order.pickupPlace.cityName[locale],
    claimCode: link.showsClaimCode && isWaiting && canCollect(order) ? order.claimCode : null,
    endTime: linkEnd(order)?.toISOString() ?? null,
    version,
  }
}
