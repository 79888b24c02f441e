import type { ServiceArea, Site } from '../contract/site.ts'
import { fail, ok, type Result } from '../lib/result.ts'
import { policy } from '../policy/numbers.ts'
import { storageFeeAt } from '../policy/storage-fee.ts'
import { type Coordinates, kmBetween } from '../sites/coordinates.ts'

/** A destination: a site, or an address in a region. */
export type Destination =
  | { kind: 'site'; site: Pick<Site, 'siteId' | 'regionId' | 'timeZone' | 'hours'> }
  | { kind: 'custom'; regionId: string; coordinates?: Coordinates | undefined }

/** Why there is no route. */
export type RouteProblem = 'notServed' | 'samePlace' | 'tooFar'

/** What an order depends on of its route. Fees are for each piece, minor units of the place's price rule. */
export type Route = {
  /** IANA zone of the pickup site: days and slots are those of its calendar. */
  timeZone: string
  travelMinutes: number
  distanceFee: number
  storageFee: number
  /** Opening hours of the destination, by its own clock. */
  destination: Pick<Site, 'timeZone' | 'hours'>
}

/** Minutes that bags wait between their journey and their delivery; 0 while a time is not known. */
export function waitMinutes(
  {
    pickupTime,
    deliveryTime,
  }: { pickupTime?: string | null | undefined; deliveryTime?: string | null | undefined },
  { travelMinutes }: Pick<Route, 'travelMinutes'>,
): number {
  if (!pickupTime || !deliveryTime) return 0
  const minutes = (Date.parse(deliveryTime) - Date.parse(pickupTime)) / 60_000 - travelMinutes
  return Math.max(Math.round(minutes), 0)
}

type Pickup = {
  site: Pick<Site, 'siteId' | 'timeZone'> & { location: Coordinates }
  serviceAreas: ServiceArea[]
}

/** When deliveries to a traveller's own address are possible. */
export const addressHours = { opens: policy.addressOpens, closes: policy.addressCloses }

const regionOf = (to: Destination): string => (to.kind === 'site' ? to.site.regionId : to.regionId)

/** The service area of a destination; null when the pickup site does not serve its region. */
export const areaOf = (
  { serviceAreas }: Pick<Pickup, 'serviceAreas'>,
  regionId: string,
): ServiceArea | null => serviceAreas.find((area) => area.regionId === regionId) ?? null

/** The route from a pickup site to a destination, or why there is none. For page, quote, order and operator. */
export function routeTo(place: Pickup, to: Destination): Result<Route, RouteProblem> {
  const { siteId, timeZone, location } = place.site
  if (to.kind === 'site' && to.site.siteId === siteId) return fail('samePlace')
  const area = areaOf(place, regionOf(to))
  if (!area) return fail('notServed')
  if (to.kind === 'custom' && to.coordinates && kmBetween(location, to.coordinates) > area.addressKm) {
    return fail('tooFar')
  }
  return ok({
    timeZone,
    travelMinutes: area.travelMinutes,
    distanceFee: area.surchargePerPiece,
    storageFee: storageFeeAt(siteId) + storageFeeAt(to.kind === 'site' ? to.site.siteId : null),
    destination: to.kind === 'site' ? to.site : { timeZone: area.timeZone, hours: addressHours },
  })
}
