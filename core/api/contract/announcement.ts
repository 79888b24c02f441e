import * as v from 'valibot'
import { Id, Timestamp } from './common.ts'

/** What travellers are told until a time: everybody, those of a region, or those of one site. In the request's language. */
export const Announcement = v.object({
  announcementId: Id,
  /** Null: of every region. */
  regionId: v.nullable(Id),
  /** Null: of every site. A server of before leaves it out. */
  siteId: v.optional(v.nullable(Id), null),
  title: v.string(),
  content: v.string(),
  /** Null: until it is closed. */
  until: v.nullable(Timestamp),
})
export type Announcement = v.InferOutput<typeof Announcement>
