import { bigint, index, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { instant, referringTo } from '../../runtime/db/columns.ts'
import { users } from '../users/users.table.ts'

export const passkeys = pgTable(
  'passkeys',
  {
    passkeyId: text('passkey_id').primaryKey(),
    uin: referringTo('uin', () => users.uin),
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
  (table) => [uniqueIndex('passkeys_credential').on(table.credentialId), index('passkeys_uin').on(table.uin)],
)

/** Challenges that wait for their one answer. */
export const passkeyChallenges = pgTable(
  'passkey_challenges',
  {
    challenge: text('challenge').primaryKey(),
    /** The account that adds a passkey; null for a sign-in. */
    uin: text('uin').references(() => users.uin),
    createTime: instant('create_time').notNull(),
  },
  (table) => [
    index('passkey_challenges_uin').on(table.uin),
    index('passkey_challenges_time').on(table.createTime),
  ],
)
