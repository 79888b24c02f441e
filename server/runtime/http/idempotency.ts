import { createHash } from 'node:crypto'
import type { CallShape } from '@handsfree/core/contract'
import { errorCodes } from '@handsfree/core/lib'
import { and, eq, lt, sql } from 'drizzle-orm'
import type { FastifyRequest } from 'fastify'
import type { Database, Transaction } from '../db/database.ts'
import { sendTogether } from '../db/postgres.ts'
import { prepared } from '../db/prepared.ts'
import type { EndingWork } from '../db/work.ts'
import { ApiError } from './api-error.ts'
import { idempotencyKeys } from './idempotency.table.ts'

/** `text`: the envelope as JSON, where it was needed before it is sent. */
export type Answer = {
  status: number
  envelope: { code: number; message: string; result: unknown }
  text?: string
}

/** Milliseconds for which an answer is stored: 72 h (contract). */
const keptFor = 72 * 3_600_000

/** The request's `Idempotency-Key`: 128 bits as 32 hex digits. Null for a missing or malformed one. */
export function idempotencyKeyOf({ headers }: FastifyRequest): string | null {
  const key = headers['idempotency-key']
  return typeof key === 'string' && /^[\da-f]{32}$/i.test(key) ? key.toLowerCase() : null
}

export const malformedKey = () =>
  new ApiError(errorCodes.paramError, 'Idempotency-Key must be 128 bits as 32 hex digits')

/** The same. Throws 1008 for a malformed key, and for a missing one that the call needs. */
export function sentKey(request: FastifyRequest, isRequired: boolean): string | null {
  const key = idempotencyKeyOf(request)
  if (key !== null || (!isRequired && request.headers['idempotency-key'] === undefined)) return key
  throw malformedKey()
}

const isKey = (caller: string, key: string) =>
  and(eq(idempotencyKeys.caller, caller), eq(idempotencyKeys.key, key))

/** Whether an answer is stored under a caller's key. */
export async function isAnswered(db: Database, caller: string, key: string): Promise<boolean> {
  const found = await db.select({ key: idempotencyKeys.key }).from(idempotencyKeys).where(isKey(caller, key))
  return found.length > 0
}

/** SHA-256 of a request as it was sent. Throws 1000 for one that is nested too deep to be written down. */
function hashOf(request: unknown): string {
  let text: string
  try {
    text = JSON.stringify(request)
  } catch {
    throw new ApiError(errorCodes.bodyNotMatch, 'body not match')
  }
  return createHash('sha256').update(text).digest('hex')
}

/** `overSince`: keys from before this may be used again. */
export type KeyToClaim = { key: string; requestHash: string; now: Date; overSince: string }

/** A call's key with the request that it is for. */
export const keyToClaim = (
  key: string,
  { params, query, body }: FastifyRequest,
  { path }: Pick<CallShape, 'path'>,
  now: Date,
): KeyToClaim => ({
  key,
  // As it was sent: a repeat finds its answer also when a newer contract reads it otherwise.
  requestHash: hashOf([path, params, query, body]),
  now,
  overSince: new Date(now.getTime() - keptFor).toISOString(),
})

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

/**
 * Takes a caller's key, or one that is over again, until the transaction ends: a concurrent repeat waits. False when it is
 * in use. Work that throws rolls back with its key and may be retried.
 */
export const claimKey = async (tx: Transaction, caller: string, claimed: KeyToClaim): Promise<boolean> =>
  (await insertKey(tx, { caller, ...claimed })).length > 0

/** The stored answer of a repeat. Throws 1008 for a key that was used for another request. */
export async function findAnswer(tx: Transaction, caller: string, claimed: KeyToClaim): Promise<Answer> {
  const [stored] = await tx.select().from(idempotencyKeys).where(isKey(caller, claimed.key))
  if (stored?.requestHash !== claimed.requestHash || stored.status === null) {
    throw new ApiError(errorCodes.paramError, 'Idempotency-Key was used for another request', {
      details: { field: 'idempotencyKey' },
    })
  }
  return { status: stored.status, envelope: stored.answer as Answer['envelope'] }
}

/** An answer and the key of its caller that it is stored with. */
export type StoredAnswer = {
  caller: string
  key: string
  requestHash: string
  now: string
  status: number
  answer: string
}

/**
 * The last statement of a call, for whose answer nothing waits but the commit. Stores the given answer too, which a call
 * without a key has none of.
 */
export type Ending = (stored?: StoredAnswer) => Promise<unknown>

/** By the key's unique index whatever the planner knows of the table: while it was empty, an update was planned as a scan. */
const writeAnswer = prepared('store the answer of a key', (db, name) =>
  db
    .insert(idempotencyKeys)
    .values({
      caller: sql.placeholder('caller'),
      key: sql.placeholder('key'),
      requestHash: sql.placeholder('requestHash'),
      createTime: sql`${sql.placeholder('now')}`,
      status: sql`${sql.placeholder('status')}`,
      answer: sql`${sql.placeholder('answer')}`,
    })
    .onConflictDoUpdate({
      target: [idempotencyKeys.caller, idempotencyKeys.key],
      set: { status: sql`excluded.status`, answer: sql`excluded.answer` },
    })
    .prepare(name),
)

/** Stores the answer of a claimed key, batched with the commit; by `last`, if the work ends with a statement of its own. */
export function storeAnswer(
  { tx, endWith }: Pick<EndingWork, 'tx' | 'endWith'>,
  { caller, key, requestHash, now }: KeyToClaim & { caller: string },
  answer: Answer,
  last: Ending = (stored) => writeAnswer(tx, stored!),
): Answer {
  const text = JSON.stringify(answer.envelope)
  sendTogether(tx)
  endWith(last({ caller, key, requestHash, now: now.toISOString(), status: answer.status, answer: text }))
  return { ...answer, text }
}

export const sweepIdempotencyKeys = (db: Database, now: Date) =>
  db.delete(idempotencyKeys).where(lt(idempotencyKeys.createTime, new Date(now.getTime() - keptFor)))
