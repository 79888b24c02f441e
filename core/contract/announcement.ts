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
    'Announcements of now, newest first, in the request’s language: those for everybody, and with `regionId` those of a region. Those of one site come with the site.',
  audience: 'anyone',
  query: v.strictObject({ regionId: v.optional(Id) }),
  result: v.array(Announcement),
})
