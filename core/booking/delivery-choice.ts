import type { Order, PricedFacts } from '../contract/order.ts'
import type { QrSite, Site } from '../contract/site.ts'
import { policy } from '../policy/numbers.ts'
import type { DeliveryChoice, Draft } from './draft-shape.ts'
import { type Destination, type Route, routeTo } from './route.ts'

/** A site in a draft: the spot inside it, then its address. */
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

/** A draft with its destination as it is called today; unchanged when it goes to another one. */
export const atDestination = (draft: Draft, destination: Site | null | undefined): Draft =>
  destination && draft.delivery?.kind === 'site' && draft.delivery.site.siteId === destination.siteId
    ? { ...draft, delivery: toDeliveryChoice(destination) }
    : draft

/** An empty own address; its region is chosen where only one is served. */
export const ownAddressFrom = ({ serviceAreas }: Pick<QrSite, 'serviceAreas'>): DeliveryChoice => ({
  kind: 'custom',
  regionId: serviceAreas.length === 1 ? (serviceAreas[0]?.regionId ?? null) : null,
  address: '',
  detail: '',
})

/** The city of an order's own address among those that a place delivers to, by its name. */
export const cityOfOwnAddress = ({ delivery }: Order, { serviceAreas }: QrSite) =>
  serviceAreas.find(({ name }) => name === delivery.cityName)

/** An order's address of the traveller's own as a choice in the form; without a region the city is chosen again. */
export function ownAddressOf({ delivery }: Order, regionId: string | null = null): DeliveryChoice {
  const { address, detail } = delivery.location
  return { kind: 'custom', regionId, address, detail }
}

/** A choice as a destination; null while it is incomplete. */
function toDestination(delivery: DeliveryChoice | null): Destination | null {
  if (delivery?.kind === 'custom') {
    return delivery.regionId === null ? null : { kind: 'custom', regionId: delivery.regionId }
  }
  const { siteId, regionId, timeZone, hours } = delivery?.site ?? {}
  if (siteId === undefined || regionId === undefined || timeZone === undefined || hours === undefined)
    return null
  return { kind: 'site', site: { siteId, regionId, timeZone, hours } }
}

/** The route to the chosen destination, or why there is none; null while none is chosen. */
export function routeOf(place: QrSite, delivery: DeliveryChoice | null): ReturnType<typeof routeTo> | null {
  const destination = toDestination(delivery)
  return destination && routeTo(place, destination)
}

/** The times of a site's orders before a destination is chosen, which may be open at any hour. */
export const anyRoute = ({ site: { timeZone } }: Pick<QrSite, 'site'>): Route => ({
  timeZone,
  travelMinutes: policy.deliveryGapMinutes,
  distanceFee: 0,
  storageFee: 0,
  destination: { timeZone, hours: null },
})

/** What the price depends on of a chosen destination. */
export const toPricedDelivery = (delivery: DeliveryChoice | null): PricedFacts['delivery'] =>
  delivery?.kind === 'site'
    ? { kind: 'site', siteId: delivery.site.siteId }
    : { kind: 'custom', regionId: delivery?.regionId ?? '' }
