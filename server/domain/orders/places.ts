import type { Destination } from '@handsfree/core/booking'
import {
  type DeliveryTarget,
  type Locale,
  locationTypes,
  type OrderPlace,
  type PricedDelivery,
} from '@handsfree/core/contract'
import { and, eq, isNull } from 'drizzle-orm'
import type { LocalizedText } from '../../runtime/db/columns.ts'
import type { Database } from '../../runtime/db/database.ts'
import { regions } from '../regions/regions.table.ts'
import { sites } from '../sites/sites.table.ts'
import type { PlaceSnapshot } from './types.ts'

export type Target = { place: PlaceSnapshot; destination: Destination }

const sameInEveryLanguage = (text: string): LocalizedText => ({ 'en-US': text, 'zh-CN': text })

type PlaceSite = Pick<
  typeof sites.$inferSelect,
  | 'siteId'
  | 'regionId'
  | 'name'
  | 'address'
  | 'detail'
  | 'type'
  | 'latitude'
  | 'longitude'
  | 'phone'
  | 'timeZone'
  | 'hours'
>
export type SiteRow = { site: PlaceSite; cityName: LocalizedText }

async function findSiteRow(tx: Database, siteId: string): Promise<SiteRow | null> {
  const [row] = await tx
    .select({ site: sites, cityName: regions.name })
    .from(sites)
    .innerJoin(regions, eq(regions.regionId, sites.regionId))
    .where(and(eq(sites.siteId, siteId), isNull(sites.closedTime)))
  return row ?? null
}

export function toSnapshot({ site, cityName }: SiteRow, roomNumber: string): PlaceSnapshot {
  const { siteId } = site
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

const snapshotAddress = (
  { address, detail, coordinates }: Extract<DeliveryTarget, { kind: 'custom' }>,
  cityName: LocalizedText,
): PlaceSnapshot => ({
  siteId: null,
  name: sameInEveryLanguage(address),
  address: sameInEveryLanguage(address),
  detail: sameInEveryLanguage(detail),
  cityName,
  type: locationTypes.unknown,
  latitude: coordinates?.latitude ?? 0,
  longitude: coordinates?.longitude ?? 0,
  roomNumber: '',
  phone: '',
})

/** Returns the facts for pricing a destination. Null for an unknown or closed site. */
export async function findDestination(tx: Database, target: PricedDelivery): Promise<Destination | null> {
  if (target.kind === 'custom') return target
  const found = await findSiteRow(tx, target.siteId)
  return found && { kind: 'site', site: found.site }
}

export async function findTarget(tx: Database, target: DeliveryTarget): Promise<Target | null> {
  if (target.kind === 'site') return toTarget(target, await findSiteRow(tx, target.siteId))
  const [region] = await tx.select().from(regions).where(eq(regions.regionId, target.regionId))
  return toTarget(target, { site: null, cityName: region?.name ?? null })
}

/** Builds a target from its rows. Null for an unknown site. Addresses in unknown regions are allowed. */
export function toTarget(
  target: DeliveryTarget,
  siteRow: { site: SiteRow['site'] | null; cityName: LocalizedText | null } | null,
): Target | null {
  if (target.kind === 'custom') {
    const { regionId, coordinates } = target
    return {
      place: snapshotAddress(target, siteRow?.cityName ?? sameInEveryLanguage('')),
      destination: { kind: 'custom', regionId, coordinates },
    }
  }
  if (!siteRow?.site || !siteRow.cityName) return null
  const { site, cityName } = siteRow
  return { place: toSnapshot({ site, cityName }, ''), destination: { kind: 'site', site } }
}

export const toOrderPlace = (place: PlaceSnapshot, locale: Locale): OrderPlace => ({
  siteId: place.siteId,
  name: place.name[locale],
  cityName: place.cityName[locale],
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
