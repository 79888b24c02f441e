import * as v from 'valibot'
import { getCall } from './call.ts'
import { Id, Timestamp } from './common.ts'

/** Shown to all travellers, those of a region, or those of a site. Texts are in the request's language. */
export const Announcement = v.object({
  announcementId: Id,
  /** Null for every region. */
  regionId: v.nullable(Id),
  /** Null for every site. Older servers omit it. */
  siteId: v.optional(v.nullable(Id), null),
  title: v.string(),
  content: v.string(),
  /** Null until closed manually. */
  until: v.nullable(Timestamp),
})
export type Announcement = v.InferOutput<typeof Announcement>

export const listAnnouncements = getCall('/announcements', {
  summary:
    'Returns the current announcements in the request’s language, newest first: the general ones and, with `regionId`, those of the region. Announcements of a single site are part of the site.',
  audience: 'anyone',
  query: v.strictObject({ regionId: v.optional(Id) }),
  result: v.array(Announcement),
})
