import type { DeliveryTarget, Locale, QrSite } from '@handsfree/core/api'
import { eq, getTableColumns, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Transaction } from '../db/database.ts'
import { prepared } from '../db/prepared.ts'
import { insurancePlans, regions } from '../regions/regions.table.ts'
import { qrCodes, sites } from '../sites/sites.table.ts'
import { exactQrCodeFirst, isQrCode, qrSiteColumns, toQrSite } from '../sites/sites.ts'
import { users } from '../users/users.table.ts'
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

/** Locks the traveller too (as `lockTraveller`), to save a round trip. */
const selectPlaces = prepared('places of a new order', (db, name) =>
  db
    .select({ ...qrSiteColumns, targetSite: targetColumns, targetCity: targetRegions.name })
    .from(qrCodes)
    .innerJoin(users, eq(users.uin, sql.placeholder('uin')))
    .innerJoin(sites, eq(sites.siteId, qrCodes.siteId))
    .innerJoin(regions, eq(regions.regionId, sites.regionId))
    .innerJoin(insurancePlans, eq(insurancePlans.regionId, regions.regionId))
    .leftJoin(targetSites, eq(targetSites.siteId, sql.placeholder('targetSiteId')))
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
    .for('no key update', { of: users })
    .prepare(name),
)

export type CreationPlaces = {
  place: QrSite
  /** Null for an unknown site. */
  target: Target | null
  /** The pickup site as a place of the order. */
  pickupPlace: PlaceSnapshot
}

/**
 * What a new order's places are, in one statement that also locks the traveller until the transaction ends. Null for an
 * unknown QR code.
 */
export async function findCreationPlaces(
  tx: Transaction,
  uin: string,
  { qrId, delivery, roomNumber }: { qrId: string; delivery: DeliveryTarget; roomNumber: string },
  locale: Locale,
): Promise<CreationPlaces | null> {
  const [row] = await selectPlaces(tx, {
    uin,
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
