import type { OrderPlace } from '../api/contract/order.ts'
import type { Formatter } from '../format/formatter.ts'
import { formatAddress } from '../format/place.ts'

/** The line under a place's name. The name of a traveller's own address is the address already. */
export const placeLine = (intl: Formatter, place: OrderPlace): string =>
  place.siteId === null ? place.location.detail : formatAddress(place, intl)
