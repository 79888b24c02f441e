import { sql } from 'drizzle-orm'
import { index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { instant } from '../../runtime/db/columns.ts'
import { users } from '../users/users.table.ts'

/** The file store's key is the file id. */
export const files = pgTable(
  'files',
  {
    fileId: text('file_id').primaryKey(),
    /** Null for photos of a prepared order until the guest takes it over. */
    uin: text('uin').references(() => users.uin),
    width: integer('width').notNull(),
    height: integer('height').notNull(),
    bytes: integer('bytes').notNull(),
    createTime: instant('create_time').notNull(),
    /** The uploading employee and their order. Null for travellers' uploads, and for those of older releases. */
    employeeId: text('employee_id'),
    orderId: text('order_id'),
    /** When something first used it. Unused files are deleted after a day. */
    keptTime: instant('kept_time'),
  },
  (table) => [
    index('files_uin').on(table.uin),
    index('files_employee')
      .on(table.employeeId, table.createTime)
      .where(sql`${table.employeeId} is not null`),
    index('files_order').on(table.orderId).where(sql`${table.orderId} is not null`),
    index('files_not_kept').on(table.createTime).where(sql`${table.keptTime} is null`),
  ],
)
