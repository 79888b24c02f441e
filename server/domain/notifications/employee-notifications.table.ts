import type { EmployeeNotificationType } from '@handsfree/core/contract'
import { sql } from 'drizzle-orm'
import { bigserial, boolean, index, integer, jsonb, pgTable } from 'drizzle-orm/pg-core'
import { instant, referringTo } from '../../runtime/db/columns.ts'
import { employees } from '../users/employees.table.ts'

/** One row per reader. `indexId` grows with time and identifies the row. */
export const employeeNotifications = pgTable(
  'employee_notifications',
  {
    indexId: bigserial('index_id', { mode: 'number' }).primaryKey(),
    employeeId: referringTo('employee_id', () => employees.employeeId),
    type: integer('type').$type<EmployeeNotificationType>().notNull(),
    content: jsonb('content').$type<Record<string, unknown>>().notNull(),
    isRead: boolean('is_read').notNull().default(false),
    createTime: instant('create_time').notNull(),
  },
  (table) => [
    index('employee_notifications_list').on(table.employeeId, table.indexId),
    index('employee_notifications_unread').on(table.employeeId).where(sql`not ${table.isRead}`),
    index('employee_notifications_order').on(sql`(${table.content} ->> 'orderId')`),
    index('employee_notifications_time').on(table.createTime),
  ],
)
