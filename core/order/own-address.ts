import type { Order } from '../api/contract/order.ts'
import type { QrSite } from '../api/contract/site.ts'
import type { DeliveryChoice } from './draft-shape.ts'

/** The city of an order's own address among those that a place delivers to, by its name. */
export const cityOfOwnAddress = ({ delivery }: Order, { serviceAreas }: QrSite) =>
  serviceAreas.find(({ name }) => name === delivery.cityName)

/** An order's address of the traveller's own as a choice in the form; without a region the city is chosen again. */
export function ownAddressOf({ delivery }: Order, regionId: string | null = null): DeliveryChoice {
  const { address, detail } = delivery.location
  return { kind: 'custom', regionId, address, detail }
}
