import { lt, sql } from 'drizzle-orm'
import type { Transaction } from '../db/database.ts'
import { prepared } from '../db/prepared.ts'
import { idempotencyKeys } from './idempotency.table.ts'

/** `overSince`: keys from before this may be used again. */
export type ClaimedKey = { key: string; requestHash: string; now: Date; overSince: string }

/** A key that is over is claimed like a new one. */
export const reclaim = {
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
    .onConflictDoUpdate(reclaim)
    .returning({ key: idempotencyKeys.key })
    .prepare(name),
)

/** Takes a caller's key, or one that is over again; false when it is in use. */
export const claimKey = async (tx: Transaction, caller: string, claimed: ClaimedKey): Promise<boolean> =>
  (await insertKey(tx, { caller, ...claimed })).length > 0
