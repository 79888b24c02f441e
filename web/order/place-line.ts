import type { OrderPlace } from '@handsfree/core/api'
import type { IntlShape } from 'react-intl'
import { formatAddress } from '../format/index.ts'

/** The line under a place's name. The name of a traveller's own address is the address already. */
export const placeLine = (intl: IntlShape, place: OrderPlace): string =>
  place.siteId === null ? place.location.detail : formatAddress(place, intl)
