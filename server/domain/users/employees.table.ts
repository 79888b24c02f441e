import type { EmployeeRole } from '@handsfree/core/contract'
import { sql } from 'drizzle-orm'
import { index, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { instant, referringTo } from '../../runtime/db/columns.ts'
import { regions } from '../regions/regions.table.ts'
import { sites } from '../sites/sites.table.ts'

export const employees = pgTable(
  'employees',
  {
    employeeId: text('employee_id').primaryKey(),
    role: text('role').$type<EmployeeRole>().notNull(),
    name: text('name').notNull(),
    phone: text('phone').notNull(),
    plate: text('plate').notNull().default(''),
    siteId: text('site_id').references(() => sites.siteId),
    /** A courier's region; null: every region. */
    regionId: text('region_id').references(() => regions.regionId),
    disableTime: instant('disable_time'),
    /** Null until an invitation sets it. */
    passwordHash: text('password_hash'),
    /** A site worker's PIN for shared tablets, hashed like a password. Null without one. */
    pinHash: text('pin_hash'),
    /** When the latest act happened. Later acts can't have happened before it. */
    lastActTime: instant('last_act_time'),
    createTime: instant('create_time').notNull(),
  },
  (table) => [uniqueIndex('employees_phone').on(sql`regexp_replace(${table.phone}, '[^0-9]', '', 'g')`)],
)

/** Tokens that operators issue for scripts, one per employee. Only the token's SHA-256 is stored. */
export const employeeTokens = pgTable(
  'employee_tokens',
  {
    tokenHash: text('token_hash').primaryKey(),
    employeeId: referringTo('employee_id', () => employees.employeeId),
    createTime: instant('create_time').notNull(),
    /** Last use, up to an hour late. */
    useTime: instant('use_time').notNull(),
  },
  (table) => [index('employee_tokens_employee').on(table.employeeId)],
)
