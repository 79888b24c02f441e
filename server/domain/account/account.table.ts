import type { PersonOperation } from '@handsfree/core/contract'
import { bigserial, index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { instant, referringTo } from '../../runtime/db/columns.ts'
import { users } from '../users/users.table.ts'

/** Addresses that a traveller's data may be downloaded at, once as a whole. Only the SHA-256 of an address's ticket is stored. */
export const accountExports = pgTable(
  'account_exports',
  {
    ticketHash: text('ticket_hash').primaryKey(),
    uin: referringTo('uin', () => users.uin),
    /** Of the device that asked, which must still be signed in; null when an operator did. */
    tokenHash: text('token_hash'),
    createTime: instant('create_time').notNull(),
    /** When a download of it began last. */
    useTime: instant('use_time'),
    tries: integer('tries').notNull().default(0),
    /** When all of it was sent: it opens nothing any more. */
    sentTime: instant('sent_time'),
  },
  (table) => [
    index('account_exports_traveller').on(table.uin, table.createTime),
    index('account_exports_time').on(table.createTime),
  ],
)

/** What operators did with persons' data. A deleted person is known by the uin alone. */
export const personOperations = pgTable(
  'person_operations',
  {
    operationId: text('operation_id').primaryKey(),
    position: bigserial('position', { mode: 'number' }).notNull(),
    actor: text('actor').notNull(),
    /** Null for somebody without an account. */
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
