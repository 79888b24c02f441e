import type { OrderPlace } from '../contract/order.ts'
import type { Formatter } from './formatter.ts'
import { formatAddress, joinParts } from './place.ts'

function withoutCity(address: string, city: string): string {
  const [before, after] = [`${city}市`, `, ${city}`]
  if (address.startsWith(before)) return address.slice(before.length)
  return address.endsWith(after) ? address.slice(0, -after.length) : address
}

/**
 * The line below a place's name. For an own address, the name already contains the address, without its city.
 * @param above The pickup place, if shown above: its city isn't repeated.
 */
export function placeLine(intl: Formatter, place: OrderPlace, above?: Pick<OrderPlace, 'cityName'>): string {
  const { cityName, location } = place
  const isNamed = cityName !== '' && cityName === above?.cityName
  if (place.siteId === null) return joinParts([!isNamed && cityName, location.detail])
  const address = isNamed ? withoutCity(location.address, cityName) : location.address
  return formatAddress({ ...place, location: { ...location, address } }, intl)
}
