import type { OrderPlace } from '../api/contract/order.ts'
import type { Formatter } from '../format/formatter.ts'
import { formatAddress, joinParts } from '../format/place.ts'

/** The line under a place's name. The name of a traveller's own address is the address already, without its city. */
export const placeLine = (intl: Formatter, place: OrderPlace): string =>
  place.siteId === null ? joinParts([place.cityName, place.location.detail]) : formatAddress(place, intl)
