import type { SavedContent } from '@handsfree/core/contract'
import { index, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { instant, referringTo } from '../../runtime/db/columns.ts'
import { users } from '../users/users.table.ts'

export const savedEntries = pgTable(
  'saved_entries',
  {
    savedId: text('saved_id').primaryKey(),
    uin: referringTo('uin', () => users.uin),
    kind: text('kind').$type<SavedContent['kind']>().notNull(),
    content: jsonb('content').$type<SavedContent>().notNull(),
    /** Deduplication key: the phone number, or the address. */
    sameAs: text('same_as').notNull(),
    useTime: instant('use_time').notNull(),
  },
  (table) => [
    uniqueIndex('saved_entries_same').on(table.uin, table.kind, table.sameAs),
    index('saved_entries_use_time').on(table.useTime),
  ],
)
