import { createHash } from 'node:crypto'
import type { CallShape } from '@handsfree/core/contract'
import { errorCodes } from '@handsfree/core/lib'
import { and, eq, lt, sql } from 'drizzle-orm'
import type { FastifyRequest } from 'fastify'
import type { Database, Transaction } from '../db/database.ts'
import { deleteBefore } from '../db/delete-before.ts'
import { sendTogether } from '../db/postgres.ts'
import { prepareStatement } from '../db/prepare-statement.ts'
import type { FinalizableWork } from '../db/work.ts'
import { ApiError } from './api-error.ts'
import { idempotencyKeys } from './idempotency.table.ts'

/** `text` is the serialized envelope, if already computed. */
export type Answer = {
  status: number
  envelope: { code: number; message: string; result: unknown }
  text?: string
}

/** Retention of an answer in ms: 72 h (contract). */
const keyLifetimeMs = 72 * 3_600_000

/** Reads the `Idempotency-Key` header (32 hex digits). Null if it's missing or malformed. */
export function idempotencyKeyOf({ headers }: FastifyRequest): string | null {
  const key = headers['idempotency-key']
  return typeof key === 'string' && /^[\da-f]{32}$/i.test(key) ? key.toLowerCase() : null
}

export const malformedKey = () =>
  new ApiError(errorCodes.paramError, 'Idempotency-Key must be 128 bits as 32 hex digits')

/** Throws 1008 for a malformed key, or a missing required one. */
export function sentKey(request: FastifyRequest, isRequired: boolean): string | null {
  const key = idempotencyKeyOf(request)
  if (key !== null || (!isRequired && request.headers['idempotency-key'] === undefined)) return key
  throw malformedKey()
}

const isKey = (caller: string, key: string) =>
  and(eq(idempotencyKeys.caller, caller), eq(idempotencyKeys.key, key))

export async function isAnswered(db: Database, caller: string, key: string): Promise<boolean> {
  const found = await db.select({ key: idempotencyKeys.key }).from(idempotencyKeys).where(isKey(caller, key))
  return found.length > 0
}

/** Returns the SHA-256 of a request. Throws 1000 if it's nested too deeply to serialize. */
function hashOf(request: unknown): string {
  let text: string
  try {
    text = JSON.stringify(request)
  } catch {
    throw new ApiError(errorCodes.bodyNotMatch, 'body not match')
  }
  return createHash('sha256').update(text).digest('hex')
}

/** Keys created before `overSince` have expired and can be reused. */
export type KeyReservation = { key: string; requestHash: string; now: Date; overSince: string }

export const toKeyReservation = (
  key: string,
  { params, query, body }: FastifyRequest,
  { path }: Pick<CallShape, 'path'>,
  now: Date,
): KeyReservation => ({
  key,
  // Hash the raw input, so that replays match even after the contract changes.
  requestHash: hashOf([path, params, query, body]),
  now,
  overSince: new Date(now.getTime() - keyLifetimeMs).toISOString(),
})

/** Expired keys are claimed like new ones. */
export const replaceExpiredKey = {
  target: [idempotencyKeys.caller, idempotencyKeys.key],
  set: {
    requestHash: sql`excluded.request_hash`,
    createTime: sql`excluded.create_time`,
    status: null,
    answer: null,
  },
  setWhere: lt(idempotencyKeys.createTime, sql`${sql.placeholder('overSince')}::timestamptz`),
}

const insertKey = prepareStatement('claim an idempotency key', (db, name) =>
  db
    .insert(idempotencyKeys)
    .values({
      caller: sql.placeholder('caller'),
      key: sql.placeholder('key'),
      requestHash: sql.placeholder('requestHash'),
      createTime: sql.placeholder('now'),
    })
    .onConflictDoUpdate(replaceExpiredKey)
    .returning({ key: idempotencyKeys.key })
    .prepare(name),
)

/**
 * Claims a key until the transaction ends; concurrent replays wait. Returns false if it's in use. If the call throws,
 * the key is rolled back and can be retried.
 */
export const reserveKey = async (
  tx: Transaction,
  caller: string,
  claimed: KeyReservation,
): Promise<boolean> => (await insertKey(tx, { caller, ...claimed })).length > 0

/** Returns the stored answer for a replay. Throws 1008 if the key was used for another request. */
export async function findAnswer(tx: Transaction, caller: string, claimed: KeyReservation): Promise<Answer> {
  const [stored] = await tx.select().from(idempotencyKeys).where(isKey(caller, claimed.key))
  if (stored?.requestHash !== claimed.requestHash || stored.status === null) {
    throw new ApiError(errorCodes.paramError, 'Idempotency-Key was used for another request', {
      details: { field: 'idempotencyKey' },
    })
  }
  return { status: stored.status, envelope: stored.answer as Answer['envelope'] }
}

export type StoredAnswer = {
  caller: string
  key: string
  requestHash: string
  now: string
  status: number
  answer: string
}

/** The final statement of a call; only the commit awaits it. Also stores the answer, unless the call has no key. */
export type FinalStatement = (stored?: StoredAnswer) => Promise<unknown>

/**
 * An upsert instead of an update, so that the unique index is always used. PostgreSQL planned an update as a scan
 * while the table was empty.
 */
const writeAnswer = prepareStatement('store the answer of a key', (db, name) =>
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

/** Stores a claimed key's answer, pipelined with the commit. `last` replaces the default statement. */
export function storeAnswer(
  { tx, addFinalStatement }: Pick<FinalizableWork, 'tx' | 'addFinalStatement'>,
  { caller, key, requestHash, now }: KeyReservation & { caller: string },
  answer: Answer,
  last: FinalStatement = (stored) => writeAnswer(tx, stored!),
): Answer {
  const text = JSON.stringify(answer.envelope)
  sendTogether(tx)
  addFinalStatement(
    last({ caller, key, requestHash, now: now.toISOString(), status: answer.status, answer: text }),
  )
  return { ...answer, text }
}

export const sweepIdempotencyKeys = (db: Database, now: Date) =>
  deleteBefore(db, idempotencyKeys, idempotencyKeys.createTime, new Date(now.getTime() - keyLifetimeMs))
