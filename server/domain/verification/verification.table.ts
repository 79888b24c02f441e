import { sql } from 'drizzle-orm'
import {
  bigserial,
  boolean,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { instant } from '../../runtime/db/columns.ts'

/** Requests of the last day; those of known devices are kept longer. Only a phone's latest code is valid. */
export const verificationCodes = pgTable(
  'verification_codes',
  {
    codeId: text('code_id').primaryKey(),
    /** Orders requests within a millisecond. */
    position: bigserial('position', { mode: 'number' }).notNull(),
    /** SHA-256 of the id issued to the device. */
    requestHash: text('request_hash'),
    dialCode: text('dial_code').notNull(),
    phoneNumber: text('phone_number').notNull(),
    /** Keyed hash of the requesting address. */
    sender: text('sender').notNull(),
    /** Keyed hash of its IPv6 /48. */
    block: text('block'),
    /** Keyed hash of the code; empty if the request joined another sender's live code. */
    codeHash: text('code_hash').notNull(),
    isJoined: boolean('is_joined').notNull().default(false),
    /** The requesting device has signed in with this phone before. */
    isKnown: boolean('is_known').notNull().default(false),
    /** `refused`: the gateway rejected it. `unknown`: it may have been sent. Both invalidate the code. */
    failure: text('failure').$type<'refused' | 'unknown'>(),
    /** The gateway's id, by which its delivery reports name it. */
    messageId: text('message_id'),
    /** As the gateway reported; null without a report. An undelivered code still works. */
    delivery: text('delivery').$type<'delivered' | 'undelivered'>(),
    createTime: instant('create_time').notNull(),
    /** When any device used the code. */
    useTime: instant('use_time'),
    /** When this request's sender signed in with it. */
    verifyTime: instant('verify_time'),
    /** SHA-256 of the resulting token; null if another device used the code. */
    tokenHash: text('token_hash'),
    /** Retries of this sign-in after a lost response. */
    repeats: integer('repeats').notNull().default(0),
  },
  (table) => [
    index('verification_codes_phone').on(table.dialCode, table.phoneNumber, table.createTime),
    index('verification_codes_sender').on(table.sender, table.createTime),
    index('verification_codes_block').on(table.block, table.createTime),
    uniqueIndex('verification_codes_request').on(table.requestHash),
    index('verification_codes_message').on(table.messageId).where(sql`${table.messageId} is not null`),
    index('verification_codes_time').on(table.createTime),
  ],
)

export const verificationGuesses = pgTable(
  'verification_guesses',
  {
    guessId: text('guess_id').primaryKey(),
    dialCode: text('dial_code').notNull(),
    phoneNumber: text('phone_number').notNull(),
    /** The live code it was compared with; null without a live code. */
    codeId: text('code_id'),
    /** The device or address whose tries it counts against. */
    guesser: text('guesser').notNull(),
    /** Keyed hashes of the address and its /48. */
    sender: text('sender').notNull(),
    block: text('block'),
    /** Counts against the address's limit. */
    isCounted: boolean('is_counted').notNull(),
    createTime: instant('create_time').notNull(),
  },
  (table) => [
    index('verification_guesses_phone').on(table.dialCode, table.phoneNumber, table.createTime),
    index('verification_guesses_sender').on(table.sender, table.createTime),
    index('verification_guesses_block').on(table.block, table.createTime),
    index('verification_guesses_time').on(table.createTime),
  ],
)

/** Messages per five minutes, and how many were verified. Country `*` is the total. */
export const verificationCounts = pgTable(
  'verification_counts',
  {
    country: text('country').notNull(),
    startTime: instant('start_time').notNull(),
    sent: integer('sent').notNull(),
    verified: integer('verified').notNull(),
  },
  (table) => [primaryKey({ columns: [table.country, table.startTime] })],
)

/** Paused countries. Country `*` is all of them. */
export const verificationPauses = pgTable('verification_pauses', {
  country: text('country').primaryKey(),
  endTime: instant('end_time').notNull(),
})
