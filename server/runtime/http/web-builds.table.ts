import { customType, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { instant } from '../db/columns.ts'

const bytes = customType<{ data: Buffer; driverData: Uint8Array }>({
  dataType: () => 'bytea',
  fromDriver: (value) => Buffer.from(value),
})

/** Web builds served by any instance, past and current. */
export const webBuilds = pgTable('web_builds', {
  buildId: text('build_id').primaryKey(),
  files: jsonb('files').$type<string[]>().notNull(),
  publishTime: instant('publish_time').notNull(),
})

/** Names contain a content hash. */
export const webAssets = pgTable('web_assets', {
  name: text('name').primaryKey(),
  content: bytes('content').notNull(),
})
