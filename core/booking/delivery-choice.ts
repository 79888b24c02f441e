import type { Order, PricedFacts } from '../contract/order.ts'
import type { QrSite, Site } from '../contract/site.ts'
import { policy } from '../policy/numbers.ts'
import type { DeliveryChoice, Draft } from './draft-shape.ts'
import { type Destination, type Route, routeTo } from './route.ts'

/** Converts a site to a delivery choice. `address` starts with the spot inside the site. */
export const toDeliveryChoice = ({ location, ...site }: Site): DeliveryChoice => ({
  kind: 'site',
  site: {
    siteId: site.siteId,
    name: site.name,
    storage: site.storage,
    regionId: site.regionId,
    timeZone: site.timeZone,
    hours: site.hours,
    address: [location.detail, location.address].filter(Boolean).join(' · '),
  },
})

/** Refreshes the draft's destination site, whose name may have changed. No-op if the draft goes elsewhere. */
export const withCurrentDestination = (draft: Draft, destination: Site | null | undefined): Draft =>
  destination && draft.delivery?.kind === 'site' && draft.delivery.site.siteId === destination.siteId
    ? { ...draft, delivery: toDeliveryChoice(destination) }
    : draft

/** An empty own address. Preselects the region if only one is served. */
export const emptyOwnAddress = ({ serviceAreas }: Pick<QrSite, 'serviceAreas'>): DeliveryChoice => ({
  kind: 'custom',
  regionId: serviceAreas.length === 1 ? (serviceAreas[0]?.regionId ?? null) : null,
  address: '',
  detail: '',
})

/** The service area of an order's own address, matched by city name. */
export const cityOfOwnAddress = ({ delivery }: Order, { serviceAreas }: QrSite) =>
  serviceAreas.find(({ name }) => name === delivery.cityName)

/** An order's own address as a form choice. Without `regionId`, the traveller chooses the city again. */
export function ownAddressOf({ delivery }: Order, regionId: string | null = null): DeliveryChoice {
  const { address, detail } = delivery.location
  return { kind: 'custom', regionId, address, detail }
}

/** Null while the choice is incomplete. */
function toDestination(delivery: DeliveryChoice | null): Destination | null {
  if (delivery?.kind === 'custom') {
    return delivery.regionId === null ? null : { kind: 'custom', regionId: delivery.regionId }
  }
  const { siteId, regionId, timeZone, hours } = delivery?.site ?? {}
  if (siteId === undefined || regionId === undefined || timeZone === undefined || hours === undefined)
    return null
  return { kind: 'site', site: { siteId, regionId, timeZone, hours } }
}

/** The route to the chosen destination or why none exists; null without a destination. */
export function routeOf(place: QrSite, delivery: DeliveryChoice | null): ReturnType<typeof routeTo> | null {
  const destination = toDestination(delivery)
  return destination && routeTo(place, destination)
}

/** Placeholder route before a destination is chosen, without opening hours. */
export const placeholderRoute = ({ site: { timeZone } }: Pick<QrSite, 'site'>): Route => ({
  timeZone,
  travelMinutes: policy.deliveryGapMinutes,
  distanceFee: 0,
  storageFee: 0,
  destination: { timeZone, hours: null },
})

export const toPricedDelivery = (delivery: DeliveryChoice | null): PricedFacts['delivery'] =>
  delivery?.kind === 'site'
    ? { kind: 'site', siteId: delivery.site.siteId }
    : { kind: 'custom', regionId: delivery?.regionId ?? '' }
