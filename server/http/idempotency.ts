import { createHash } from 'node:crypto'
import { errorCodes } from '@handsfree/core/api'
import { and, eq, lt, sql } from 'drizzle-orm'
import type { FastifyRequest } from 'fastify'
import type { Database } from '../db/database.ts'
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

/** The request's `Idempotency-Key`: 128 bits as 32 hex digits. Throws 1008. */
export function idempotencyKeyOf(request: FastifyRequest): string {
  const key = request.headers['idempotency-key']
  if (typeof key === 'string' && /^[\da-f]{32}$/i.test(key)) return key.toLowerCase()
  throw new ApiError(errorCodes.paramError, 'Idempotency-Key must be 128 bits as 32 hex digits')
}

const isKey = (caller: string, key: string) =>
  and(eq(idempotencyKeys.caller, caller), eq(idempotencyKeys.key, key))

/** Whether an answer is stored under a caller's key. */
export async function isAnswered(db: Database, caller: string, key: string): Promise<boolean> {
  const found = await db.select({ key: idempotencyKeys.key }).from(idempotencyKeys).where(isKey(caller, key))
  return found.length > 0
}

/** Takes a caller's key, or one that is over again; no row when it is in use. */
const claimKey = prepared('claim an idempotency key', (db, name) =>
  db
    .insert(idempotencyKeys)
    .values({
      caller: sql.placeholder('caller'),
      key: sql.placeholder('key'),
      requestHash: sql.placeholder('requestHash'),
      createTime: sql.placeholder('now'),
    })
    .onConflictDoUpdate({
      target: [idempotencyKeys.caller, idempotencyKeys.key],
      set: {
        requestHash: sql`excluded.request_hash`,
        createTime: sql`excluded.create_time`,
        status: null,
        answer: null,
      },
      setWhere: lt(idempotencyKeys.createTime, sql`${sql.placeholder('overSince')}::timestamptz`),
    })
    .returning({ key: idempotencyKeys.key })
    .prepare(name),
)

/** By the key's unique index whatever the planner knows of the table: while it was empty, an update was planned as a scan. */
const storeAnswer = prepared('store the answer of a key', (db, name) =>
  db
    .insert(idempotencyKeys)
    .values({
      caller: sql.placeholder('caller'),
      key: sql.placeholder('key'),
      requestHash: sql.placeholder('requestHash'),
      createTime: sql.placeholder('now'),
      status: sql`${sql.placeholder('status')}`,
      answer: sql`${sql.placeholder('answer')}`,
    })
    .onConflictDoUpdate({
      target: [idempotencyKeys.caller, idempotencyKeys.key],
      set: { status: sql`excluded.status`, answer: sql`excluded.answer` },
    })
    .prepare(name),
)

/**
 * Works once for a caller's key, in the work's own transaction: a repeat gets the stored answer, a concurrent one waits
 * for the first and then gets it. Work that throws rolls back with its key and may be retried. The same key for another
 * request throws 1008. `begin` sends statements together with the key's claim, for a repeat too; `work` gets what they
 * found.
 */
export async function once<Early>(
  { tx, endWith }: Pick<EndingWork, 'tx' | 'endWith'>,
  sent: { caller: string; key: string; request: unknown; now: Date },
  begin: () => Promise<Early>,
  work: (early: Early) => Promise<Answer>,
): Promise<Answer> {
  const { caller, key, now } = sent
  const requestHash = createHash('sha256').update(JSON.stringify(sent.request)).digest('hex')
  const overSince = new Date(now.getTime() - keptFor).toISOString()
  const claiming = claimKey(tx, { caller, key, requestHash, now, overSince })
  const beginning = begin()
  // Thrown below, where the answer is needed.
  beginning.catch(() => {})
  const claimed = await claiming
  if (claimed.length === 0) {
    const [stored] = await tx.select().from(idempotencyKeys).where(isKey(caller, key))
    if (stored?.requestHash !== requestHash || stored.status === null) {
      throw new ApiError(errorCodes.paramError, 'Idempotency-Key was used for another request', {
        details: { field: 'idempotencyKey' },
      })
    }
    return { status: stored.status, envelope: stored.answer as Answer['envelope'] }
  }
  const answer = await work(await beginning)
  const text = JSON.stringify(answer.envelope)
  sendTogether(tx)
  endWith(storeAnswer(tx, { caller, key, requestHash, now, status: answer.status, answer: text }))
  return { ...answer, text }
}

export const sweepIdempotencyKeys = (db: Database, now: Date) =>
  db.delete(idempotencyKeys).where(lt(idempotencyKeys.createTime, new Date(now.getTime() - keptFor)))
