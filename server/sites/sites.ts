import {
  type Locale,
  type Location,
  locales,
  locationTypes,
  type QrSite,
  type Site,
  type SiteDetail,
} from '@handsfree/core/api'
import { and, asc, eq, gt, ilike, inArray, isNull, or, sql } from 'drizzle-orm'
import type { Database } from '../db/database.ts'
import { findInsurancePlan } from '../regions/insurance.ts'
import { regions } from '../regions/regions.table.ts'
import { qrCodes, sites } from './sites.table.ts'

type SiteRow = { site: typeof sites.$inferSelect; region: typeof regions.$inferSelect }

const locationOf = (site: SiteRow['site'], locale: Locale): Location => ({
  type: site.type,
  latitude: site.latitude,
  longitude: site.longitude,
  address: site.address[locale],
  detail: site.detail[locale],
})

const toSite = ({ site, region }: SiteRow, locale: Locale): Site => ({
  siteId: site.siteId,
  name: site.name[locale],
  regionId: region.regionId,
  regionName: region.name[locale],
  location: locationOf(site, locale),
  phone: site.phone,
  timeZone: site.timeZone,
  hours: site.hours,
  photos: site.photos,
  storage: site.storage,
})

const selectSites = (tx: Database) =>
  tx
    .select({ site: sites, region: regions })
    .from(sites)
    .innerJoin(regions, eq(regions.regionId, sites.regionId))
    .$dynamic()

/** One site in a language, with its desk's QR id; null when there is none of that id. */
export async function findSite(tx: Database, siteId: string, locale: Locale): Promise<SiteDetail | null> {
  const [row] = await selectSites(tx).where(eq(sites.siteId, siteId))
  if (!row) return null
  const [desk] = await tx
    .select({ qrId: qrCodes.qrId })
    .from(qrCodes)
    .where(and(eq(qrCodes.siteId, siteId), isNull(qrCodes.roomNumber)))
    .orderBy(asc(qrCodes.qrId))
    .limit(1)
  return { ...toSite(row, locale), deskQrId: desk?.qrId ?? null }
}

/** What a QR code stands for, in a language; null when it is not ours or its region has no insurance plan. */
export async function findQrSite(tx: Database, qrId: string, locale: Locale): Promise<QrSite | null> {
  const [row] = await tx
    .select({ code: qrCodes, site: sites, region: regions })
    .from(qrCodes)
    .innerJoin(sites, eq(sites.siteId, qrCodes.siteId))
    .innerJoin(regions, eq(regions.regionId, sites.regionId))
    .where(eq(qrCodes.qrId, qrId))
  if (!row) return null
  const insurancePlan = await findInsurancePlan(tx, row.region.regionId, locale)
  if (!insurancePlan) return null
  const { code, site, region } = row
  const isRoom = code.roomNumber !== null
  return {
    qrId,
    site: toSite(row, locale),
    location: { ...locationOf(site, locale), ...(isRoom ? { type: locationTypes.hotelRoom } : {}) },
    roomNumber: code.roomNumber,
    access: site.access,
    priceRule: site.priceRule,
    region: { regionId: region.regionId, name: region.name[locale] },
    insurancePlan,
  }
}

export type SiteSearch = { regionId?: string; types?: number[]; keyword?: string; cursor?: string }

const pageSize = 20

const searched = locales.flatMap((locale) => [
  sql<string>`${sites.name} ->> ${locale}`,
  sql<string>`${sites.address} ->> ${locale}`,
])

/** Sites to deliver to, 20 at a time by id. The keyword is looked for in names and addresses of both languages. */
export async function searchSites(
  tx: Database,
  { regionId, types, keyword, cursor }: SiteSearch,
  locale: Locale,
): Promise<{ list: Site[]; nextCursor: string | null }> {
  const pattern = keyword ? `%${keyword.replace(/[\\%_]/g, '\\$&')}%` : null
  const rows = await selectSites(tx)
    .where(
      and(
        regionId ? eq(sites.regionId, regionId) : undefined,
        types?.length ? inArray(sites.type, types as SiteRow['site']['type'][]) : undefined,
        pattern ? or(...searched.map((text) => ilike(text, pattern))) : undefined,
        cursor ? gt(sites.siteId, cursor) : undefined,
      ),
    )
    .orderBy(asc(sites.siteId))
    .limit(pageSize + 1)
  const page = rows.slice(0, pageSize)
  return {
    list: page.map((row) => toSite(row, locale)),
    nextCursor: rows.length > pageSize ? (page.at(-1)?.site.siteId ?? null) : null,
  }
}
