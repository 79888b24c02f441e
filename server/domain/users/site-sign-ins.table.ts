import { boolean, index, pgTable, text } from 'drizzle-orm/pg-core'
import { instant, referringTo } from '../../runtime/db/columns.ts'
import { sites } from '../sites/sites.table.ts'

/** Sign-ins that started at a site's QR code. Anonymous. */
export const siteSignIns = pgTable(
  'site_sign_ins',
  {
    signInId: text('sign_in_id').primaryKey(),
    siteId: referringTo('site_id', () => sites.siteId),
    isFirst: boolean('is_first').notNull(),
    device: text('device').notNull(),
    createTime: instant('create_time').notNull(),
  },
  (table) => [
    index('site_sign_ins_site').on(table.siteId, table.createTime, table.signInId),
    index('site_sign_ins_time').on(table.createTime, table.signInId),
  ],
)
