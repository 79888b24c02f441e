import type { ServiceArea, Site } from '../contract/site.ts'
import { fail, ok, type Result } from '../lib/result.ts'
import { policy } from '../policy/numbers.ts'
import { storageFeeAt } from '../policy/storage-fee.ts'
import { type Coordinates, kmBetween } from '../sites/coordinates.ts'

export type Destination =
  | { kind: 'site'; site: Pick<Site, 'siteId' | 'regionId' | 'timeZone' | 'hours'> }
  | { kind: 'custom'; regionId: string; coordinates?: Coordinates | undefined }

export type RouteProblem = 'notServed' | 'samePlace' | 'tooFar'

/** Route data of an order. Fees are per bag, in minor units of the pickup site's price rule. */
export type Route = {
  /** IANA zone of the pickup site, whose calendar defines days and slots. */
  timeZone: string
  travelMinutes: number
  distanceFee: number
  storageFee: number
  /** Opening hours of the destination, in its own time zone. */
  destination: Pick<Site, 'timeZone' | 'hours'>
}

/** Minutes that bags wait between arrival and delivery; 0 while a time is unknown. */
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

export const addressHours = { opens: policy.addressOpens, closes: policy.addressCloses }

const regionOf = (to: Destination): string => (to.kind === 'site' ? to.site.regionId : to.regionId)

/** The service area of a region; null if the pickup site doesn't serve it. */
export const areaOf = (
  { serviceAreas }: Pick<Pickup, 'serviceAreas'>,
  regionId: string,
): ServiceArea | null => serviceAreas.find((area) => area.regionId === regionId) ?? null

/** The route between two places or why none exists. Page, quote, order and operator share it. */
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
