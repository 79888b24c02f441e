import type { PersonOperation } from '@handsfree/core/contract'
import { bigserial, index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { instant, referringTo } from '../../runtime/db/columns.ts'
import { users } from '../users/users.table.ts'

/** One-time download tickets for a traveller's data. Only the ticket's SHA-256 is stored. */
export const accountExports = pgTable(
  'account_exports',
  {
    ticketHash: text('ticket_hash').primaryKey(),
    uin: referringTo('uin', () => users.uin),
    /** The requesting device, which must still be signed in; null for an operator's request. */
    tokenHash: text('token_hash'),
    createTime: instant('create_time').notNull(),
    /** When the latest download began, and how many have begun. */
    useTime: instant('use_time'),
    tries: integer('tries').notNull().default(0),
    /** When the download completed, which invalidates the ticket. */
    sentTime: instant('sent_time'),
  },
  (table) => [
    index('account_exports_traveller').on(table.uin, table.createTime),
    index('account_exports_time').on(table.createTime),
  ],
)

/** Log of operators' access to personal data. Deleted people are identified by uin only. */
export const personOperations = pgTable(
  'person_operations',
  {
    operationId: text('operation_id').primaryKey(),
    position: bigserial('position', { mode: 'number' }).notNull(),
    actor: text('actor').notNull(),
    /** Null for a person without an account. */
    uin: text('uin'),
    what: text('what').$type<PersonOperation['what']>().notNull(),
    reason: text('reason').notNull(),
    time: instant('time').notNull(),
  },
  (table) => [
    index('person_operations_position').on(table.position),
    index('person_operations_person').on(table.uin, table.position),
    index('person_operations_time').on(table.time),
  ],
)
