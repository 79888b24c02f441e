import {
  type DeliveryTarget,
  type Locale,
  type Location,
  locationTypes,
  type OrderPlace,
} from '@handsfree/core/api'
import { eq } from 'drizzle-orm'
import type { LocalizedText } from '../db/columns.ts'
import type { Database } from '../db/database.ts'
import { regions } from '../regions/regions.table.ts'
import { sites } from '../sites/sites.table.ts'

/** A place as it was when the order was made, readable in every language. */
export type PlaceSnapshot = {
  /** Null for an address of the traveller's own; its coordinates are then unknown and 0. */
  siteId: string | null
  name: LocalizedText
  address: LocalizedText
  detail: LocalizedText
  cityName: LocalizedText
  type: Location['type']
  latitude: number
  longitude: number
  roomNumber: string
  phone: string
}

const sameInEveryLanguage = (text: string): LocalizedText => ({ 'en-US': text, 'zh-CN': text })

/** A site of ours as a place of an order; null when there is none of that id. */
export async function snapshotSite(
  tx: Database,
  siteId: string,
  roomNumber: string,
): Promise<PlaceSnapshot | null> {
  const [found] = await tx
    .select({ site: sites, cityName: regions.name })
    .from(sites)
    .innerJoin(regions, eq(regions.regionId, sites.regionId))
    .where(eq(sites.siteId, siteId))
  if (!found) return null
  const { site, cityName } = found
  const { name, address, detail, type, latitude, longitude, phone } = site
  const isRoom = type === locationTypes.hotel && roomNumber !== ''
  return {
    siteId,
    name,
    address,
    detail,
    cityName,
    type: isRoom ? locationTypes.hotelRoom : type,
    latitude,
    longitude,
    roomNumber,
    phone,
  }
}

/** An address that the traveller wrote. */
const snapshotAddress = (address: string, detail: string): PlaceSnapshot => ({
  siteId: null,
  name: sameInEveryLanguage(address),
  address: sameInEveryLanguage(address),
  detail: sameInEveryLanguage(detail),
  cityName: sameInEveryLanguage(''),
  type: locationTypes.unknown,
  latitude: 0,
  longitude: 0,
  roomNumber: '',
  phone: '',
})

/** Where bags are to go, as it is now; null for a site that is not there. */
export const snapshotTarget = async (tx: Database, target: DeliveryTarget): Promise<PlaceSnapshot | null> =>
  target.kind === 'custom'
    ? snapshotAddress(target.address, target.detail)
    : snapshotSite(tx, target.siteId, '')

/** A place in the reader's language. */
export const toOrderPlace = (place: PlaceSnapshot, locale: Locale): OrderPlace => ({
  siteId: place.siteId,
  name: place.name[locale],
  location: {
    type: place.type,
    latitude: place.latitude,
    longitude: place.longitude,
    address: place.address[locale],
    detail: place.detail[locale],
  },
  roomNumber: place.roomNumber,
  phone: place.phone,
})
