import {
  type Locale,
  type Location,
  locationTypes,
  type QrSite,
  type Site,
  type SiteDetail,
} from '@handsfree/core/contract'
import { errorCodes } from '@handsfree/core/lib'
import {
  and,
  asc,
  eq,
  getTableColumns,
  gt,
  inArray,
  isNotNull,
  isNull,
  ne,
  notInArray,
  type SQL,
  sql,
} from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Database } from '../../runtime/db/database.ts'
import { prepareStatement } from '../../runtime/db/prepare-statement.ts'
import { ApiError } from '../../runtime/http/api-error.ts'
import { toInsurancePlan } from '../regions/insurance.ts'
import { insurancePlans, regions } from '../regions/regions.table.ts'
import { matchesKeyword, nameDistance, searchWords } from './search-text.ts'
import { areasColumn, findPickup, toServiceAreas } from './service-areas.ts'
import { qrCodes, sites } from './sites.table.ts'

type SiteRow = { site: ReadSite; region: typeof regions.$inferSelect }

/** Leaves out columns that only searches need. */
export type ReadSite = Omit<typeof sites.$inferSelect, 'aliases' | 'searchText'>

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

/** A site's desk QR id as a column of a query on `sites`; null without one. */
export const deskQrId: SQL<string | null> = sql`(
  select min(${qrCodes.qrId}) from ${qrCodes}
  where ${qrCodes.siteId} = ${sites.siteId} and ${qrCodes.roomNumber} is null
    and ${qrCodes.closedTime} is null and ${sites.closedTime} is null
)`

export const toSiteDetail = (row: SiteRow & { deskQrId: string | null }, locale: Locale): SiteDetail => ({
  ...toSite(row, locale),
  deskQrId: row.deskQrId,
  isClosed: row.site.closedTime !== null,
})

const selectSites = (tx: Database) =>
  tx
    .select({ site: sites, region: regions, deskQrId })
    .from(sites)
    .innerJoin(regions, eq(regions.regionId, sites.regionId))
    .$dynamic()

export async function findSite(tx: Database, siteId: string, locale: Locale): Promise<SiteDetail | null> {
  const [row] = await selectSites(tx).where(eq(sites.siteId, siteId))
  return row ? toSiteDetail(row, locale) : null
}

export const { aliases: _aliases, searchText: _searchText, ...siteColumns } = getTableColumns(sites)

export const qrSiteColumns = {
  code: { qrId: qrCodes.qrId, roomNumber: qrCodes.roomNumber, closedTime: qrCodes.closedTime },
  site: siteColumns,
  region: regions,
  areas: areasColumn,
  plan: insurancePlans,
}

/** Codes are matched case-insensitively; an exact match wins. */
export const isQrCode = sql`lower(${qrCodes.qrId}) = lower(${sql.placeholder('qrId')})`
export const exactQrCodeFirst = sql`${qrCodes.qrId} = ${sql.placeholder('qrId')} desc`

const selectQrSite = prepareStatement('site of a QR code', (db, name) =>
  db
    .select(qrSiteColumns)
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
 * Returns the site of a QR code. Null for an unknown code, or a region without an insurance plan. Throws 3004 for a
 * closed code or site.
 */
export async function findQrSite(tx: Database, qrId: string, locale: Locale): Promise<QrSite | null> {
  const [row] = await selectQrSite(tx, { qrId })
  return row ? toQrSite(row, locale) : null
}

type QrSiteRow = Awaited<ReturnType<typeof selectQrSite>>[number]

/** Throws 3004 for a closed code or site. */
export function toQrSite(row: QrSiteRow, locale: Locale): QrSite {
  const { code, site, region } = row
  if (code.closedTime ?? site.closedTime) throw new ApiError(errorCodes.siteClosed, 'site closed')
  const isRoom = code.roomNumber !== null
  return {
    qrId: code.qrId,
    site: toSite(row, locale),
    location: { ...locationOf(site, locale), ...(isRoom ? { type: locationTypes.hotelRoom } : {}) },
    roomNumber: code.roomNumber,
    access: site.access,
    priceRule: site.priceRule,
    region: { regionId: region.regionId, name: region.name[locale] },
    insurancePlan: toInsurancePlan(row.plan, locale),
    serviceAreas: toServiceAreas(row, locale),
  }
}

export type SiteSearch = {
  from?: string
  withDesk?: 'true'
  regionId?: string
  types?: number[]
  keyword?: string
  cursor?: string
}

const pageSize = 20
const maxElsewhere = 5

function isAfter(tx: Database, cursor: string, keyword: string | undefined): SQL {
  if (!keyword) return gt(sites.siteId, cursor)
  const last = alias(sites, 'last')
  const lastDistance = tx
    .select({ distance: nameDistance(last.name, keyword) })
    .from(last)
    .where(eq(last.siteId, cursor))
  return sql`(${nameDistance(sites.name, keyword)}, ${sites.siteId}) > (coalesce((${lastDistance}), 0), ${cursor})`
}

/**
 * Searches sites, 20 per page, name matches first, then by id. Matches names, addresses and pinyin. With `from`,
 * lists only sites that it serves; the first page names other matches in `elsewhere`.
 */
export async function searchSites(
  tx: Database,
  { from, withDesk, regionId, types, keyword, cursor }: SiteSearch,
  locale: Locale,
): Promise<{ list: SiteDetail[]; elsewhere: Site[]; nextCursor: string | null }> {
  const words = searchWords(keyword ?? '')
  // A keyword of punctuation only matches nothing, not everything.
  if (keyword && words.length === 0) return { list: [], elsewhere: [], nextCursor: null }
  const matchesSearch = and(
    isNull(sites.closedTime),
    withDesk ? isNotNull(deskQrId) : undefined,
    regionId ? eq(sites.regionId, regionId) : undefined,
    types?.length ? inArray(sites.type, types as SiteRow['site']['type'][]) : undefined,
    keyword ? matchesKeyword(keyword) : undefined,
  )
  const distance = keyword ? nameDistance(sites.name, keyword) : null
  const pickup = from === undefined ? null : await findPickup(tx, from, locale)
  const servedRegionIds = pickup?.serviceAreas.map((area) => area.regionId) ?? []
  const findRows = (where: SQL | undefined, most: number) =>
    selectSites(tx)
      .where(and(matchesSearch, where))
      .orderBy(...(distance ? [distance] : []), asc(sites.siteId))
      .limit(most)
  const rows = await findRows(
    and(
      from === undefined ? undefined : and(inArray(sites.regionId, servedRegionIds), ne(sites.siteId, from)),
      cursor ? isAfter(tx, cursor, keyword) : undefined,
    ),
    pageSize + 1,
  )
  const elsewhere =
    pickup && words.length > 0 && !cursor
      ? await findRows(notInArray(sites.regionId, servedRegionIds), maxElsewhere)
      : []
  const page = rows.slice(0, pageSize)
  return {
    list: page.map((row) => toSiteDetail(row, locale)),
    elsewhere: elsewhere.map((row) => toSite(row, locale)),
    nextCursor: rows.length > pageSize ? (page.at(-1)?.site.siteId ?? null) : null,
  }
}
