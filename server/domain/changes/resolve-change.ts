import { addressHours, type Route, waitMinutes } from '@handsfree/core/booking'
import {
  type ChangedFacts,
  changeableFieldNames,
  type Locale,
  locationTypes,
  type QrSite,
} from '@handsfree/core/contract'
import { errorCodes } from '@handsfree/core/lib'
import { type Price, priceOrder } from '@handsfree/core/policy'
import type { Database } from '../../runtime/db/database.ts'
import { ApiError } from '../../runtime/http/api-error.ts'
import {
  checkDeliveryTime,
  checkPickupTime,
  findRoute,
  requireSite,
  validReceiver,
} from '../orders/draft-rules.ts'
import type { OrderRow } from '../orders/orders.table.ts'
import { findTarget, type Target } from '../orders/places.ts'
import { findQrSite } from '../sites/sites.ts'
import type { NewFacts } from './changes.table.ts'

/** New values and price; `facts` is empty if nothing changes. */
export type ResolvedChange = { facts: NewFacts; price: Price; pickupTime: string; deliveryTime: string }

type Trip = Pick<ResolvedChange, 'pickupTime' | 'deliveryTime'> & {
  target: Target | null
  route: Route | null
}

const isSameTime = (time: string | undefined, known: Date) =>
  time === undefined || Date.parse(time) === known.getTime()

async function findPlace(tx: Database, { qrId }: OrderRow, locale: Locale): Promise<QrSite> {
  const place = await findQrSite(tx, qrId, locale)
  if (!place) throw new ApiError(errorCodes.siteNotExists, 'site not exists')
  return place
}

/** Returns the route of an unchanged destination, with the order's original fees and the current opening hours. */
async function currentRoute(tx: Database, order: OrderRow, place: QrSite, locale: Locale): Promise<Route> {
  const { timeZone, travelMinutes, distanceFee, storageFee, deliveryPlace } = order
  const { siteId, cityName } = deliveryPlace
  const target = siteId === null ? null : requireSite(await findTarget(tx, { kind: 'site', siteId }))
  const area = place.serviceAreas.find(({ name }) => name === cityName[locale])
  const destination =
    target?.destination.kind === 'site'
      ? target.destination.site
      : { timeZone: area?.timeZone ?? timeZone, hours: addressHours }
  return { timeZone, travelMinutes, distanceFee, storageFee, destination }
}

/** Validates the changed parts of the trip like a new order. `route` is null if the trip stays the same. */
async function resolveTrip(
  tx: Database,
  order: OrderRow,
  facts: ChangedFacts,
  { now, locale }: { now: Date; locale: Locale },
): Promise<Trip> {
  const { delivery } = facts
  const isNewDestination =
    delivery?.kind === 'custom' || (delivery && delivery.siteId !== order.deliveryPlace.siteId)
  const isPickupTimeChanged = !isSameTime(facts.pickupTime, order.pickupTime)
  const isDeliveryTimeChanged = !isSameTime(facts.deliveryTime, order.deliveryTime)
  const pickupTime = isPickupTimeChanged ? facts.pickupTime! : order.pickupTime.toISOString()
  const deliveryTime = isDeliveryTimeChanged ? facts.deliveryTime! : order.deliveryTime.toISOString()
  if (!isNewDestination && !isPickupTimeChanged && !isDeliveryTimeChanged) {
    return { pickupTime, deliveryTime, target: null, route: null }
  }
  const place = await findPlace(tx, order, locale)
  const target = isNewDestination ? requireSite(await findTarget(tx, delivery)) : null
  const route = target ? findRoute(place, target.destination) : await currentRoute(tx, order, place, locale)
  if (isPickupTimeChanged) checkPickupTime(pickupTime, place, now)
  checkDeliveryTime(deliveryTime, pickupTime, route, now)
  return { pickupTime, deliveryTime, target, route }
}

function resolvePickupPlace({ pickupPlace }: OrderRow, roomNumber: string | undefined): NewFacts {
  if (roomNumber === undefined || roomNumber === pickupPlace.roomNumber) return {}
  const { hotel, hotelRoom } = locationTypes
  const isHotel = pickupPlace.type === hotel || pickupPlace.type === hotelRoom
  const type = isHotel ? (roomNumber === '' ? hotel : hotelRoom) : pickupPlace.type
  return { pickupPlace: { ...pickupPlace, roomNumber, type } }
}

function resolveReceiver(
  order: OrderRow,
  receiverChange: ChangedFacts['receiver'],
  smsCountries: readonly string[] | null,
): NewFacts {
  if (!receiverChange) return {}
  const receiver = validReceiver(receiverChange, smsCountries)
  const receiverColumns = {
    receiverName: receiver.name,
    receiverDialCode: receiver.dialCode,
    receiverPhoneNumber: receiver.phoneNumber,
    receiverLocale: receiver.locale ?? null,
  }
  const isSame = Object.entries(receiverColumns).every(
    ([name, value]) => order[name as keyof OrderRow] === value,
  )
  return isSame ? {} : receiverColumns
}

/**
 * Resolves a change and reprices the order with the price rule it was placed under. Throws 1008 with
 * `{ field, reason }`, as for a new order. Throws 3002 or 3004 if the trip changes and the pickup site is unknown or
 * closed.
 */
export async function resolveChange(
  tx: Database,
  order: OrderRow,
  facts: ChangedFacts,
  context: { now: Date; locale: Locale; smsCountries: readonly string[] | null },
): Promise<ResolvedChange> {
  const { pickupTime, deliveryTime, target, route } = await resolveTrip(tx, order, facts, context)
  const pieces = facts.pieces ?? order.pieces
  const trip: NewFacts = route
    ? {
        ...(isSameTime(pickupTime, order.pickupTime) ? {} : { pickupTime }),
        ...(isSameTime(deliveryTime, order.deliveryTime) ? {} : { deliveryTime }),
        ...(target ? { deliveryPlace: target.place } : {}),
        travelMinutes: route.travelMinutes,
        distanceFee: route.distanceFee,
        storageFee: route.storageFee,
        waitMinutes: waitMinutes({ pickupTime, deliveryTime }, route),
      }
    : {}
  const changedFieldNames = changeableFieldNames.filter(
    (name) => (facts[name] ?? order[name]) !== order[name],
  )
  const newColumns: NewFacts = {
    ...trip,
    ...(pieces === order.pieces ? {} : { pieces }),
    ...resolvePickupPlace(order, facts.roomNumber),
    ...resolveReceiver(order, facts.receiver, context.smsCountries),
    ...Object.fromEntries(changedFieldNames.map((name) => [name, facts[name]])),
  }
  const needsNewPrice = route !== null || pieces !== order.pieces
  const price = needsNewPrice
    ? priceOrder(order.priceRule, order.insurancePlan, { ...order, ...trip, pieces })
    : { lines: order.lines, total: { amount: order.total, currency: order.currency } }
  return {
    facts: needsNewPrice ? { ...newColumns, lines: price.lines, total: price.total.amount } : newColumns,
    price,
    pickupTime,
    deliveryTime,
  }
}
