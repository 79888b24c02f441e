import { errorCodes } from '@handsfree/core/api'
import { and, eq, isNull, lt, sql } from 'drizzle-orm'
import type { Transaction } from '../db/database.ts'
import { prepared } from '../db/prepared.ts'
import { livingTraveller, type Traveller } from '../users/tokens.ts'
import { tokens, users } from '../users/users.table.ts'
import { ApiError } from './api-error.ts'
import { idempotencyKeys } from './idempotency.table.ts'

/** `overSince`: keys from before this may be used again. */
export type ClaimedKey = { key: string; requestHash: string; now: Date; overSince: string }

const over = {
  target: [idempotencyKeys.caller, idempotencyKeys.key],
  set: {
    requestHash: sql`excluded.request_hash`,
    createTime: sql`excluded.create_time`,
    status: null,
    answer: null,
  },
  setWhere: lt(idempotencyKeys.createTime, sql`${sql.placeholder('overSince')}::timestamptz`),
}

const insertKey = prepared('claim an idempotency key', (db, name) =>
  db
    .insert(idempotencyKeys)
    .values({
      caller: sql.placeholder('caller'),
      key: sql.placeholder('key'),
      requestHash: sql.placeholder('requestHash'),
      createTime: sql.placeholder('now'),
    })
    .onConflictDoUpdate(over)
    .returning({ key: idempotencyKeys.key })
    .prepare(name),
)

/** Takes a caller's key, or one that is over again; false when it is in use. */
export const claimKey = async (tx: Transaction, caller: string, claimed: ClaimedKey): Promise<boolean> =>
  (await insertKey(tx, { caller, ...claimed })).length > 0

const insertTravellersKey = prepared('lock a traveller and claim their key', (db, name) => {
  const caller = db.$with('caller').as(
    db
      .select({
        uin: users.uin,
        locale: users.locale,
        useTime: tokens.useTime,
        createTime: tokens.createTime,
      })
      .from(tokens)
      .innerJoin(users, eq(users.uin, tokens.uin))
      .where(and(eq(tokens.tokenHash, sql.placeholder('tokenHash')), isNull(users.deleteTime)))
      .for('no key update', { of: users }),
  )
  const { placeholder } = sql
  const claimed = db.$with('claimed').as(
    db
      .insert(idempotencyKeys)
      .select(
        sql`select uin, ${placeholder('key')}::text, ${placeholder('requestHash')}::text, null::integer, null::jsonb,
          ${placeholder('now')}::timestamptz from ${caller}`,
      )
      .onConflictDoUpdate(over)
      .returning({ key: idempotencyKeys.key }),
  )
  return db
    .with(caller, claimed)
    .select({
      uin: caller.uin,
      locale: caller.locale,
      useTime: caller.useTime,
      createTime: caller.createTime,
      isClaimed: sql<boolean>`exists (select from ${claimed})`,
    })
    .from(caller)
    .prepare(name)
})

/**
 * Identifies the traveller of a token, locks them (as `lockTraveller`) and takes their key (as `claimKey`), in one
 * statement. Throws 1010.
 */
export async function claimTravellersKey(
  tx: Transaction,
  tokenHash: string,
  claimed: ClaimedKey,
): Promise<{ traveller: Traveller; isClaimed: boolean }> {
  const sent = { ...claimed, now: claimed.now.toISOString() }
  const [found] = await insertTravellersKey(tx, { tokenHash, ...sent })
  const traveller = found && (await livingTraveller(tx, tokenHash, found, claimed.now))
  if (!traveller) throw new ApiError(errorCodes.notLoggedIn, 'not logged in')
  return { traveller, isClaimed: found.isClaimed }
}
