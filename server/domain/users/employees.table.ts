import type { EmployeeRole } from '@handsfree/core/contract'
import { sql } from 'drizzle-orm'
import { index, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { instant, referringTo } from '../../runtime/db/columns.ts'
import { regions } from '../regions/regions.table.ts'
import { sites } from '../sites/sites.table.ts'

/** Employees. They never sign in as travellers do: an operator makes their tokens. */
export const employees = pgTable(
  'employees',
  {
    employeeId: text('employee_id').primaryKey(),
    role: text('role').$type<EmployeeRole>().notNull(),
    name: text('name').notNull(),
    phone: text('phone').notNull(),
    /** Of a courier's car; empty for others, and for a courier without one. */
    plate: text('plate').notNull().default(''),
    /** Where a site worker works; null for others. */
    siteId: text('site_id').references(() => sites.siteId),
    /** Where a courier drives; null: everywhere, and for others. */
    regionId: text('region_id').references(() => regions.regionId),
    /** Since when they are disabled. */
    disableTime: instant('disable_time'),
    createTime: instant('create_time').notNull(),
  },
  (table) => [uniqueIndex('employees_phone').on(sql`regexp_replace(${table.phone}, '[^0-9]', '', 'g')`)],
)

/** Tokens of employees. Only the SHA-256 of a token is stored. */
export const employeeTokens = pgTable(
  'employee_tokens',
  {
    tokenHash: text('token_hash').primaryKey(),
    employeeId: referringTo('employee_id', () => employees.employeeId),
    createTime: instant('create_time').notNull(),
    /** Its last use, up to an hour late. */
    useTime: instant('use_time').notNull(),
  },
  (table) => [index('employee_tokens_employee').on(table.employeeId)],
)
