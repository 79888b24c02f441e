import type { Locale, QrSite, SiteDetail } from '@handsfree/core/contract'
import { utcOffsetAt } from '@handsfree/core/lib'
import { eq } from 'drizzle-orm'
import type { Database } from '../../runtime/db/database.ts'
import { prepareStatement } from '../../runtime/db/prepare-statement.ts'
import { insurancePlans, regions } from '../regions/regions.table.ts'
import { qrCodes, sites } from '../sites/sites.table.ts'
import {
  deskQrId,
  exactQrCodeFirst,
  isQrCode,
  qrSiteColumns,
  toQrSite,
  toSiteDetail,
} from '../sites/sites.ts'
import { announcementsColumn, toAnnouncements } from './announcements.ts'

/** Adds the UTC offset for devices without data for the time zone. */
export const withOffset = <Place extends { timeZone: string }>(place: Place, now: Date) => ({
  ...place,
  utcOffset: utcOffsetAt(now.getTime(), place.timeZone),
})

export async function showSite(
  tx: Database,
  siteId: string,
  now: Date,
  locale: Locale,
): Promise<SiteDetail | null> {
  const [row] = await tx
    .select({ site: sites, region: regions, deskQrId, announcements: announcementsColumn })
    .from(sites)
    .innerJoin(regions, eq(regions.regionId, sites.regionId))
    .where(eq(sites.siteId, siteId))
  if (!row) return null
  return {
    ...withOffset(toSiteDetail(row, locale), now),
    announcements: toAnnouncements(row.announcements, now, locale),
  }
}

const selectShownQrSite = prepareStatement('announced site of a QR code', (db, name) =>
  db
    .select({ ...qrSiteColumns, announcements: announcementsColumn })
    .from(qrCodes)
    .innerJoin(sites, eq(sites.siteId, qrCodes.siteId))
    .innerJoin(regions, eq(regions.regionId, sites.regionId))
    .innerJoin(insurancePlans, eq(insurancePlans.regionId, regions.regionId))
    .where(isQrCode)
    .orderBy(exactQrCodeFirst)
    .limit(1)
    .prepare(name),
)

/**
 * Returns a QR code's site with its current announcements. Null for an unknown code or a region without an insurance
 * plan. Throws 3004 for a closed code or site.
 */
export async function showQrSite(
  tx: Database,
  qrId: string,
  now: Date,
  locale: Locale,
): Promise<QrSite | null> {
  const [row] = await selectShownQrSite(tx, { qrId })
  if (!row) return null
  const place = toQrSite(row, locale)
  return {
    ...place,
    site: withOffset(place.site, now),
    serviceAreas: place.serviceAreas.map((area) => withOffset(area, now)),
    announcements: toAnnouncements(row.announcements, now, locale),
  }
}
