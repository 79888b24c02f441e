import { sql } from 'drizzle-orm'
import { index, pgTable, text } from 'drizzle-orm/pg-core'
import { instant, referringTo } from '../../runtime/db/columns.ts'
import { orders } from '../orders/orders.table.ts'
import { employees } from '../users/employees.table.ts'

/** Notes about orders by employees, for operators. */
export const staffNotes = pgTable(
  'staff_notes',
  {
    noteId: text('note_id').primaryKey(),
    orderId: referringTo('order_id', () => orders.orderId),
    employeeId: referringTo('employee_id', () => employees.employeeId),
    words: text('words').notNull(),
    createTime: instant('create_time').notNull(),
    /** When the first operator marked it as read, and who. */
    readTime: instant('read_time'),
    readerId: text('reader_id').references(() => employees.employeeId),
  },
  (table) => [
    index('staff_notes_order').on(table.orderId, table.createTime),
    index('staff_notes_employee').on(table.employeeId),
    index('staff_notes_reader').on(table.readerId),
    index('staff_notes_unread').on(table.createTime, table.noteId).where(sql`${table.readTime} is null`),
  ],
)
