import type { Locale, ServiceArea } from '@handsfree/core/contract'
import { policy } from '@handsfree/core/policy'
import { eq, type SQL, sql } from 'drizzle-orm'
import type { Database } from '../../runtime/db/database.ts'
import { regions } from '../regions/regions.table.ts'
import { type AreaRow, serviceAreas, sites } from './sites.table.ts'

/** Service areas as a column of a query on `sites`. Saves a round trip. */
export const areasColumn: SQL<AreaRow[]> = sql`(
  select coalesce(json_agg(json_build_object(
    'regionId', ${serviceAreas.regionId},
    'name', served.name,
    'timeZone', (select there.time_zone from ${sites} there where there.region_id = ${serviceAreas.regionId} limit 1),
    'travelMinutes', ${serviceAreas.travelMinutes},
    'surchargePerPiece', ${serviceAreas.surchargePerPiece},
    'addressKm', ${serviceAreas.addressKm}
  ) order by ${serviceAreas.regionId}), '[]'::json)
  from ${serviceAreas} join ${regions} served on served.region_id = ${serviceAreas.regionId}
  where ${serviceAreas.siteId} = ${sites.siteId}
    and ${serviceAreas.closedTime} is null and served.closed_time is null
)`

type AreaSource = {
  site: Pick<typeof sites.$inferSelect, 'regionId' | 'timeZone'>
  region: Pick<typeof regions.$inferSelect, 'regionId' | 'name'>
  areas: AreaRow[]
}

/** Returns a site's service areas, its own region first. Without areas, a site serves its own region. */
export function toServiceAreas({ site, region, areas }: AreaSource, locale: Locale): ServiceArea[] {
  const none = { timeZone: null, travelMinutes: null, surchargePerPiece: 0, addressKm: null }
  const rows = areas.length > 0 ? areas : [{ ...none, regionId: region.regionId, name: region.name }]
  const isOwn = ({ regionId }: AreaRow) => regionId === site.regionId
  return [...rows.filter(isOwn), ...rows.filter((row) => !isOwn(row))].map((row) => ({
    regionId: row.regionId,
    name: row.name[locale],
    timeZone: row.timeZone ?? site.timeZone,
    travelMinutes: row.travelMinutes ?? policy.deliveryGapMinutes,
    surchargePerPiece: row.surchargePerPiece,
    addressKm: row.addressKm ?? policy.addressKm,
  }))
}

export async function findPickup(tx: Database, siteId: string, locale: Locale) {
  const [row] = await tx
    .select({ site: sites, region: regions, areas: areasColumn })
    .from(sites)
    .innerJoin(regions, eq(regions.regionId, sites.regionId))
    .where(eq(sites.siteId, siteId))
  if (!row) return null
  const { latitude, longitude, timeZone } = row.site
  return {
    site: { siteId, timeZone, location: { latitude, longitude } },
    serviceAreas: toServiceAreas(row, locale),
  }
}
