import { sql } from 'drizzle-orm'
import { bigserial, boolean, index, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { instant, referringTo } from '../../runtime/db/columns.ts'
import { sites } from '../sites/sites.table.ts'
import { employees } from './employees.table.ts'

/** Sites' shared tablets. Only the token's SHA-256 is stored. */
export const siteTablets = pgTable(
  'site_tablets',
  {
    tokenHash: text('token_hash').primaryKey(),
    siteId: referringTo('site_id', () => sites.siteId),
    /** Such as "Safari · iPad"; empty if unknown. */
    device: text('device').notNull().default(''),
    createTime: instant('create_time').notNull(),
    /** When it was last unlocked. */
    useTime: instant('use_time').notNull(),
  },
  (table) => [
    index('site_tablets_site').on(table.siteId),
    index('site_tablets_time').on(table.createTime),
    index('site_tablets_use_time').on(table.useTime),
  ],
)

/** Sessions of employees who signed in, one per device. Only the token's SHA-256 is stored. */
export const employeeSessions = pgTable(
  'employee_sessions',
  {
    tokenHash: text('token_hash').primaryKey(),
    employeeId: referringTo('employee_id', () => employees.employeeId),
    /** Such as "Safari · iPhone"; empty if unknown. */
    device: text('device').notNull().default(''),
    createTime: instant('create_time').notNull(),
    /** The shared tablet that was unlocked by PIN; null for a device of their own. */
    tabletHash: text('tablet_hash').references(() => siteTablets.tokenHash, { onDelete: 'cascade' }),
    /** Last use, up to an hour late. On a shared tablet, when someone last tapped. */
    useTime: instant('use_time').notNull(),
  },
  (table) => [
    index('employee_sessions_tablet').on(table.tabletHash),
    index('employee_sessions_employee').on(table.employeeId),
    index('employee_sessions_time').on(table.createTime),
    index('employee_sessions_use_time').on(table.useTime),
  ],
)

/** Links with which employees set their password. Only the token's SHA-256 is stored. */
export const employeeInvitations = pgTable(
  'employee_invitations',
  {
    tokenHash: text('token_hash').primaryKey(),
    employeeId: referringTo('employee_id', () => employees.employeeId),
    createTime: instant('create_time').notNull(),
  },
  (table) => [
    index('employee_invitations_employee').on(table.employeeId),
    index('employee_invitations_time').on(table.createTime),
  ],
)

/** Wrong passwords of the last day. */
export const passwordGuesses = pgTable(
  'password_guesses',
  {
    position: bigserial('position', { mode: 'number' }).primaryKey(),
    /** Keyed hash of the entered phone number, which may not be an employee's. */
    phoneHash: text('phone_hash').notNull(),
    /** Keyed hash of the address. */
    sender: text('sender').notNull(),
    /** False once the address has signed in with the number. */
    isCounted: boolean('is_counted').notNull().default(true),
    createTime: instant('create_time').notNull(),
  },
  (table) => [
    index('password_guesses_phone').on(table.phoneHash, table.createTime),
    index('password_guesses_sender').on(table.sender, table.createTime),
    index('password_guesses_time').on(table.createTime),
  ],
)

/** A courier's time at work with a car. */
export const shifts = pgTable(
  'shifts',
  {
    shiftId: text('shift_id').primaryKey(),
    employeeId: referringTo('employee_id', () => employees.employeeId),
    plate: text('plate').notNull(),
    startTime: instant('start_time').notNull(),
    endTime: instant('end_time'),
    breakTime: instant('break_time'),
  },
  (table) => [
    index('shifts_employee').on(table.employeeId, table.startTime),
    uniqueIndex('shifts_current').on(table.employeeId).where(sql`${table.endTime} is null`),
    uniqueIndex('shifts_plate').on(table.plate).where(sql`${table.endTime} is null`),
  ],
)
