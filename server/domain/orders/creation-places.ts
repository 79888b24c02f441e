import type { DeliveryTarget, Locale, QrSite } from '@handsfree/core/contract'
import { and, eq, getTableColumns, isNull, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Database, Transaction } from '../../runtime/db/database.ts'
import { prepareStatement } from '../../runtime/db/prepare-statement.ts'
import { insurancePlans, regions } from '../regions/regions.table.ts'
import { qrCodes, sites } from '../sites/sites.table.ts'
import { exactQrCodeFirst, isQrCode, qrSiteColumns, toQrSite } from '../sites/sites.ts'
import { type Target, toSnapshot, toTarget } from './places.ts'
import type { PlaceSnapshot } from './types.ts'

const targetSites = alias(sites, 'target_sites')
const {
  aliases: _,
  searchText: _text,
  photos: _photos,
  priceRule: _rule,
  ...targetColumns
} = getTableColumns(targetSites)
const targetRegions = alias(regions, 'target_regions')

const selectPlaces = prepareStatement('places of a new order', (db, name) =>
  db
    .select({ ...qrSiteColumns, targetSite: targetColumns, targetCity: targetRegions.name })
    .from(qrCodes)
    .innerJoin(sites, eq(sites.siteId, qrCodes.siteId))
    .innerJoin(regions, eq(regions.regionId, sites.regionId))
    .innerJoin(insurancePlans, eq(insurancePlans.regionId, regions.regionId))
    .leftJoin(
      targetSites,
      and(eq(targetSites.siteId, sql.placeholder('targetSiteId')), isNull(targetSites.closedTime)),
    )
    .leftJoin(
      targetRegions,
      eq(
        targetRegions.regionId,
        sql`coalesce(${targetSites.regionId}, ${sql.placeholder('targetRegionId')})`,
      ),
    )
    .where(isQrCode)
    .orderBy(exactQrCodeFirst)
    .limit(1)
    .prepare(name),
)

type PlacesRow = Awaited<ReturnType<typeof selectPlaces>>[number] | undefined
type PlacesCache = { version: number; rows: Map<string, PlacesRow> }

const maxCachedRows = 1_000
/** Cache per process and database, valid for one version of the places. */
const cacheByDatabase = new WeakMap<Database, PlacesCache>()

async function readPlaces(
  { db, tx, version }: { db: Database; tx: Transaction; version: number },
  query: { qrId: string; targetSiteId: string | null; targetRegionId: string | null },
): Promise<PlacesRow> {
  let cache = cacheByDatabase.get(db)
  if (cache?.version !== version || cache.rows.size >= maxCachedRows) {
    cache = { version, rows: new Map() }
    cacheByDatabase.set(db, cache)
  }
  const key = JSON.stringify(Object.values(query))
  const row = cache.rows.get(key) ?? (await selectPlaces(tx, query))[0]
  if (row) cache.rows.set(key, row)
  return row
}

export type CreationPlaces = {
  place: QrSite
  target: Target | null
  pickupPlace: PlaceSnapshot
}

/** Returns null for an unknown QR code. Throws 3004 for a closed one. */
export async function findCreationPlaces(
  on: { db: Database; tx: Transaction; version: number },
  { qrId, delivery, roomNumber }: { qrId: string; delivery: DeliveryTarget; roomNumber: string },
  locale: Locale,
): Promise<CreationPlaces | null> {
  const row = await readPlaces(on, {
    qrId,
    targetSiteId: delivery.kind === 'site' ? delivery.siteId : null,
    targetRegionId: delivery.kind === 'site' ? null : delivery.regionId,
  })
  if (!row) return null
  const pickup = { site: row.site, cityName: row.region.name }
  return {
    place: toQrSite(row, locale),
    target: toTarget(delivery, { site: row.targetSite, cityName: row.targetCity }),
    pickupPlace: toSnapshot(pickup, roomNumber || (row.code.roomNumber ?? '')),
  }
}
