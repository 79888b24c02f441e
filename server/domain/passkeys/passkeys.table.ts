import { sql } from 'drizzle-orm'
import {
  bigint,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { instant } from '../../runtime/db/columns.ts'
import { employees } from '../users/employees.table.ts'
import { users } from '../users/users.table.ts'

export const passkeys = pgTable(
  'passkeys',
  {
    passkeyId: text('passkey_id').primaryKey(),
    /** The owner: a traveller or an employee. */
    uin: text('uin').references(() => users.uin),
    employeeId: text('employee_id').references(() => employees.employeeId),
    /** Issued by the authenticator, base64url. */
    credentialId: text('credential_id').notNull(),
    /** COSE key, base64url. */
    publicKey: text('public_key').notNull(),
    /** Signatures counted by the authenticator, up to 32 bits; 0 if it doesn't count. */
    counter: bigint('counter', { mode: 'number' }).notNull(),
    transports: jsonb('transports').$type<string[]>().notNull(),
    name: text('name').notNull(),
    createTime: instant('create_time').notNull(),
    useTime: instant('use_time'),
  },
  (table) => [
    uniqueIndex('passkeys_credential').on(table.credentialId),
    index('passkeys_uin').on(table.uin),
    index('passkeys_employee').on(table.employeeId),
    check('passkeys_one_owner', sql`num_nonnulls(${table.uin}, ${table.employeeId}) = 1`),
  ],
)

/** Challenges that wait for their one answer. */
export const passkeyChallenges = pgTable(
  'passkey_challenges',
  {
    challenge: text('challenge').primaryKey(),
    /** The owner of the passkey to add: a traveller or an employee. Both null for a sign-in. */
    uin: text('uin').references(() => users.uin),
    employeeId: text('employee_id').references(() => employees.employeeId),
    createTime: instant('create_time').notNull(),
  },
  (table) => [
    index('passkey_challenges_uin').on(table.uin),
    index('passkey_challenges_employee').on(table.employeeId),
    index('passkey_challenges_time').on(table.createTime),
  ],
)

/** Started and failed sign-ins per network and hour. */
export const passkeyTries = pgTable(
  'passkey_tries',
  {
    kind: text('kind').$type<'start' | 'failure'>().notNull(),
    /** Keyed hash of the network. */
    sender: text('sender').notNull(),
    startTime: instant('start_time').notNull(),
    tries: integer('tries').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.kind, table.sender, table.startTime] }),
    index('passkey_tries_time').on(table.startTime),
  ],
)
