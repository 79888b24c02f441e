import type { Announcement, Locale } from '@handsfree/core/contract'
import { and, desc, eq, gt, isNull, lte, or, type SQL, sql } from 'drizzle-orm'
import type { LocalizedText } from '../../runtime/db/columns.ts'
import type { Database } from '../../runtime/db/database.ts'
import { sites } from '../sites/sites.table.ts'
import { announcements } from './catalogue.table.ts'

/** Per page. */
const maxAnnouncements = 20

type AnnouncementRow = {
  announcementId: string
  regionId: string | null
  siteId: string | null
  title: LocalizedText
  content: LocalizedText
  fromTime: string | null
  untilTime: string | null
}

const toAnnouncement = (row: Omit<AnnouncementRow, 'fromTime'>, locale: Locale): Announcement => ({
  announcementId: row.announcementId,
  regionId: row.regionId,
  siteId: row.siteId,
  title: row.title[locale],
  content: row.content[locale],
  until: row.untilTime,
})

/** Announcements of a site, its region and everywhere, as a column of a query on `sites`. Saves a round trip. */
export const announcementsColumn: SQL<AnnouncementRow[]> = sql`(
  select coalesce(json_agg(json_build_object(
    'announcementId', told.announcement_id,
    'regionId', told.region_id,
    'siteId', told.site_id,
    'title', told.title,
    'content', told.content,
    'fromTime', told.from_time,
    'untilTime', told.until_time
  ) order by told.create_time desc, told.announcement_id desc), '[]'::json)
  from ${announcements} told
  where told.closed_time is null
    and (told.region_id is null or told.region_id = ${sites.regionId})
    and (told.site_id is null or told.site_id = ${sites.siteId})
)`

export function toAnnouncements(rows: readonly AnnouncementRow[], now: Date, locale: Locale): Announcement[] {
  const time = now.getTime()
  const isCurrent = ({ fromTime, untilTime }: AnnouncementRow) =>
    (fromTime === null || Date.parse(fromTime) <= time) &&
    (untilTime === null || Date.parse(untilTime) > time)
  const iso = (text: string | null) => text && new Date(text).toISOString()
  return rows
    .filter(isCurrent)
    .slice(0, maxAnnouncements)
    .map((row) => toAnnouncement({ ...row, untilTime: iso(row.untilTime) }, locale))
}

export async function listCurrentAnnouncements(
  tx: Database,
  { regionId }: { regionId?: string | undefined },
  now: Date,
  locale: Locale,
): Promise<Announcement[]> {
  const rows = await tx
    .select()
    .from(announcements)
    .where(
      and(
        isNull(announcements.closedTime),
        isNull(announcements.siteId),
        or(
          isNull(announcements.regionId),
          regionId === undefined ? undefined : eq(announcements.regionId, regionId),
        ),
        or(isNull(announcements.fromTime), lte(announcements.fromTime, now)),
        or(isNull(announcements.untilTime), gt(announcements.untilTime, now)),
      ),
    )
    .orderBy(desc(announcements.createTime), desc(announcements.announcementId))
    .limit(maxAnnouncements)
  return rows.map((row) =>
    toAnnouncement({ ...row, untilTime: row.untilTime?.toISOString() ?? null }, locale),
  )
}
