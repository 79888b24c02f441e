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

/** Requests for a code in the last day, and those of known devices for longer. Only a phone's latest code counts. */
export const verificationCodes = pgTable(
  'verification_codes',
  {
    codeId: text('code_id').primaryKey(),
    /** Order of requests within one millisecond. */
    position: bigserial('position', { mode: 'number' }).notNull(),
    /** SHA-256 of the id that the device was given. */
    requestHash: text('request_hash'),
    dialCode: text('dial_code').notNull(),
    phoneNumber: text('phone_number').notNull(),
    /** Keyed hash of the address that asked. */
    sender: text('sender').notNull(),
    /** Keyed hash of its /48, for IPv6. */
    block: text('block'),
    /** Keyed hash of the code; empty when the live code of another sender's request serves this one too. */
    codeHash: text('code_hash').notNull(),
    isJoined: boolean('is_joined').notNull().default(false),
    /** Asked for by a device that has signed in with this phone before. */
    isKnown: boolean('is_known').notNull().default(false),
    /** `refused`: the gateway said that it did not send. `unknown`: perhaps it did. Either code is invalid. */
    failure: text('failure').$type<'refused' | 'unknown'>(),
    createTime: instant('create_time').notNull(),
    /** When the code was used up, by this device or another. */
    useTime: instant('use_time'),
    /** When the sender of this request signed in with it. */
    verifyTime: instant('verify_time'),
    /** SHA-256 of the token that this sign-in returned; null for another use of the code. */
    tokenHash: text('token_hash'),
    /** How often this sign-in was repeated because its answer was lost. */
    repeats: integer('repeats').notNull().default(0),
  },
  (table) => [
    index('verification_codes_phone').on(table.dialCode, table.phoneNumber, table.createTime),
    index('verification_codes_sender').on(table.sender, table.createTime),
    index('verification_codes_block').on(table.block, table.createTime),
    uniqueIndex('verification_codes_request').on(table.requestHash),
    index('verification_codes_time').on(table.createTime),
  ],
)

/** Wrong codes of the last day. */
export const verificationGuesses = pgTable(
  'verification_guesses',
  {
    guessId: text('guess_id').primaryKey(),
    dialCode: text('dial_code').notNull(),
    phoneNumber: text('phone_number').notNull(),
    /** The code that was live, and compared; null when none was. */
    codeId: text('code_id'),
    /** Who has three tries: a device, or an address. */
    guesser: text('guesser').notNull(),
    /** Keyed hashes of the address, and of its /48. */
    sender: text('sender').notNull(),
    block: text('block'),
    /** Whether the address's limit counts it. */
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

/** Messages in five minutes, and how many of them were verified. Country `*` is all of them. */
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

/** Countries without codes for a while. Country `*` is all of them. */
export const verificationPauses = pgTable('verification_pauses', {
  country: text('country').primaryKey(),
  endTime: instant('end_time').notNull(),
})
