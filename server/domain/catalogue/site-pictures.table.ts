import { index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { instant } from '../../runtime/db/columns.ts'

/** Public photos of sites. The file store's key is the content hash. */
export const sitePictures = pgTable(
  'site_pictures',
  {
    contentHash: text('content_hash').primaryKey(),
    /** SHA-256 of the latest upload with this content. */
    sourceHash: text('source_hash').notNull(),
    width: integer('width').notNull(),
    height: integer('height').notNull(),
    bytes: integer('bytes').notNull(),
    createTime: instant('create_time').notNull(),
  },
  (table) => [index('site_pictures_time').on(table.createTime)],
)
