import { index, pgTable, text } from 'drizzle-orm/pg-core'
import { instant } from '../../runtime/db/columns.ts'

/** Texts sent by desks and operators in the last day. A separate table, because prepared orders can be withdrawn. */
export const deskTexts = pgTable(
  'desk_texts',
  {
    textId: text('text_id').primaryKey(),
    employeeId: text('employee_id').notNull(),
    siteId: text('site_id').notNull(),
    /** Keyed hash of the number. */
    phoneHash: text('phone_hash').notNull(),
    createTime: instant('create_time').notNull(),
  },
  (table) => [
    index('desk_texts_time').on(table.createTime),
    index('desk_texts_employee').on(table.employeeId, table.createTime),
    index('desk_texts_site').on(table.siteId, table.createTime),
    index('desk_texts_phone').on(table.phoneHash, table.createTime),
  ],
)
