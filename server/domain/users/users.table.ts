import type { Locale } from '@handsfree/core/contract'
import { sql } from 'drizzle-orm'
import { index, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { instant, referringTo } from '../../runtime/db/columns.ts'

/** `locale` is the language of messages. */
export const users = pgTable(
  'users',
  {
    uin: text('uin').primaryKey(),
    dialCode: text('dial_code').notNull(),
    /** Verified by code. Without a verified number `unverified {uin}`, which matches no one's. */
    phoneNumber: text('phone_number').notNull(),
    /** The number of an account that hasn't verified one. Nothing that identifies people may trust it. */
    typedPhoneNumber: text('typed_phone_number'),
    name: text('name').notNull().default(''),
    email: text('email').notNull().default(''),
    /** When the address was confirmed by code; null after a change. */
    emailVerifyTime: instant('email_verify_time'),
    locale: text('locale').$type<Locale>().notNull(),
    firstSiteId: text('first_site_id'),
    createTime: instant('create_time').notNull(),
    updateTime: instant('update_time').notNull(),
    /** When the account was deleted. The name becomes empty and the number `deleted {uin}`; the orders stay. */
    deleteTime: instant('delete_time'),
  },
  (table) => [
    uniqueIndex('users_phone').on(table.dialCode, table.phoneNumber),
    index('users_typed_phone').on(table.typedPhoneNumber).where(sql`${table.typedPhoneNumber} is not null`),
    uniqueIndex('users_email')
      .on(sql`lower(${table.email})`)
      .where(sql`${table.emailVerifyTime} is not null`),
  ],
)

/** Only the token's SHA-256 is stored. */
export const tokens = pgTable(
  'tokens',
  {
    tokenHash: text('token_hash').primaryKey(),
    uin: referringTo('uin', () => users.uin),
    device: text('device').notNull().default(''),
    createTime: instant('create_time').notNull(),
    /** Updated at most once an hour. */
    useTime: instant('use_time').notNull(),
  },
  (table) => [
    index('tokens_uin').on(table.uin),
    index('tokens_create_time').on(table.createTime),
    index('tokens_use_time').on(table.useTime),
  ],
)
