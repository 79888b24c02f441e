import { index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { instant } from '../../runtime/db/columns.ts'

/** Pictures of sites, which anybody may read. The content is in the file store under its own hash. */
export const sitePictures = pgTable(
  'site_pictures',
  {
    /** SHA-256 of the stored content. */
    contentHash: text('content_hash').primaryKey(),
    /** SHA-256 of the last upload that became it. */
    sourceHash: text('source_hash').notNull(),
    width: integer('width').notNull(),
    height: integer('height').notNull(),
    bytes: integer('bytes').notNull(),
    /** Of the last upload. */
    createTime: instant('create_time').notNull(),
  },
  (table) => [index('site_pictures_time').on(table.createTime)],
)
