import { index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { instant } from '../db/columns.ts'

/** Codes that went out in the last day. A phone's latest row is the only one that counts. */
export const verificationCodes = pgTable(
  'verification_codes',
  {
    codeId: text('code_id').primaryKey(),
    dialCode: text('dial_code').notNull(),
    phoneNumber: text('phone_number').notNull(),
    /** Keyed hash of the address that asked. */
    sender: text('sender').notNull(),
    /** Keyed hash of the code. */
    codeHash: text('code_hash').notNull(),
    tries: integer('tries').notNull().default(0),
    createTime: instant('create_time').notNull(),
    useTime: instant('use_time'),
  },
  (table) => [
    index('verification_codes_phone').on(table.dialCode, table.phoneNumber, table.createTime),
    index('verification_codes_sender').on(table.sender, table.createTime),
  ],
)
