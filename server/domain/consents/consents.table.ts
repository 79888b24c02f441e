import type { ConsentKind, Locale } from '@handsfree/core/contract'
import { bigserial, boolean, index, pgTable, text } from 'drizzle-orm/pg-core'
import { instant, referringTo } from '../../runtime/db/columns.ts'
import { users } from '../users/users.table.ts'

/** Consents that travellers have given and withdrawn. Rows are only added, and deleted with the account. */
export const consents = pgTable(
  'consents',
  {
    position: bigserial('position', { mode: 'number' }).primaryKey(),
    uin: referringTo('uin', () => users.uin),
    kind: text('kind').$type<ConsentKind>().notNull(),
    isGiven: boolean('is_given').notNull(),
    /** Of the privacy policy. */
    version: text('version').notNull(),
    locale: text('locale').$type<Locale>().notNull(),
    time: instant('time').notNull(),
  },
  (table) => [index('consents_traveller').on(table.uin, table.position)],
)
