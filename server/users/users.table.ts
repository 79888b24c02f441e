import type { Locale } from '@handsfree/core/api'
import { index, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { instant } from '../db/columns.ts'

/** Travellers. `locale` is the language that messages to them are written in. */
export const users = pgTable(
  'users',
  {
    uin: text('uin').primaryKey(),
    dialCode: text('dial_code').notNull(),
    phoneNumber: text('phone_number').notNull(),
    name: text('name').notNull().default(''),
    email: text('email').notNull().default(''),
    locale: text('locale').$type<Locale>().notNull(),
    /** The site whose QR code brought the traveller here, when the sign-in told. */
    firstSiteId: text('first_site_id'),
    createTime: instant('create_time').notNull(),
    updateTime: instant('update_time').notNull(),
  },
  (table) => [uniqueIndex('users_phone').on(table.dialCode, table.phoneNumber)],
)

/** Sign-ins. Only the SHA-256 of a token is kept. */
export const tokens = pgTable(
  'tokens',
  {
    tokenHash: text('token_hash').primaryKey(),
    uin: text('uin')
      .notNull()
      .references(() => users.uin),
    createTime: instant('create_time').notNull(),
    /** Moved on at most once an hour. */
    useTime: instant('use_time').notNull(),
  },
  (table) => [index('tokens_uin').on(table.uin)],
)
