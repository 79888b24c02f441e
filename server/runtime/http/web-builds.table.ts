import { customType, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { instant } from '../db/columns.ts'

const bytes = customType<{ data: Buffer; driverData: Uint8Array }>({
  dataType: () => 'bytea',
  fromDriver: (value) => Buffer.from(value),
})

/** Builds of the web app that instances have served, the current ones among them. */
export const webBuilds = pgTable('web_builds', {
  buildId: text('build_id').primaryKey(),
  /** Names of its files in `assets`. */
  files: jsonb('files').$type<string[]>().notNull(),
  publishTime: instant('publish_time').notNull(),
})

/** Their files. A name holds a hash of the content. */
export const webAssets = pgTable('web_assets', {
  name: text('name').primaryKey(),
  content: bytes('content').notNull(),
})
