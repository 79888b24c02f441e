import { createHash } from 'node:crypto'
import { errorCodes } from '@handsfree/core/api'
import { and, eq, lt, sql } from 'drizzle-orm'
import type { FastifyRequest } from 'fastify'
import type { Database } from '../db/database.ts'
import { sendTogether } from '../db/postgres.ts'
import { prepared } from '../db/prepared.ts'
import type { EndingWork } from '../db/work.ts'
import { ApiError } from './api-error.ts'
import type { ClaimedKey } from './claim-key.ts'
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

/** Throws 1008 for a malformed `Idempotency-Key`, and for a missing one that the call needs. */
export function checkKey({ headers }: FastifyRequest, key: string | null, isRequired: boolean): void {
  if (key !== null || (!isRequired && headers['idempotency-key'] === undefined)) return
  throw new ApiError(errorCodes.paramError, 'Idempotency-Key must be 128 bits as 32 hex digits')
}

const isKey = (caller: string, key: string) =>
  and(eq(idempotencyKeys.caller, caller), eq(idempotencyKeys.key, key))

/** Whether an answer is stored under a caller's key. */
export async function isAnswered(db: Database, caller: string, key: string): Promise<boolean> {
  const found = await db.select({ key: idempotencyKeys.key }).from(idempotencyKeys).where(isKey(caller, key))
  return found.length > 0
}

/** By the key's unique index whatever the planner knows of the table: while it was empty, an update was planned as a scan. */
const storeAnswer = prepared('store the answer of a key', (db, name) =>
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

type Claimed = { caller: string; isClaimed: boolean }

/**
 * Works once for a caller's key, in the work's own transaction: a repeat gets the stored answer, a concurrent one waits
 * for the first and then gets it. Work that throws rolls back with its key and may be retried. The same key for another
 * request throws 1008. `begin` sends statements together with the key's claim, for a repeat too; `work` gets what they
 * found.
 */
export async function once<Early>(
  { tx, endWith }: Pick<EndingWork, 'tx' | 'endWith'>,
  sent: { key: string; request: unknown; now: Date },
  claim: (claimed: ClaimedKey) => Promise<Claimed>,
  begin: () => Promise<Early>,
  work: (early: Early, endWith: (last: Ending) => void) => Promise<Answer>,
): Promise<Answer> {
  const { key, now } = sent
  const requestHash = hashOf(sent.request)
  const overSince = new Date(now.getTime() - keptFor).toISOString()
  const claiming = claim({ key, requestHash, now, overSince })
  const beginning = begin()
  // Thrown below, where the answer is needed.
  beginning.catch(() => {})
  const { caller, isClaimed } = await claiming
  if (!isClaimed) {
    const [stored] = await tx.select().from(idempotencyKeys).where(isKey(caller, key))
    if (stored?.requestHash !== requestHash || stored.status === null) {
      throw new ApiError(errorCodes.paramError, 'Idempotency-Key was used for another request', {
        details: { field: 'idempotencyKey' },
      })
    }
    return { status: stored.status, envelope: stored.answer as Answer['envelope'] }
  }
  let end: Ending = (stored) => storeAnswer(tx, stored!)
  const answer = await work(await beginning, (last) => {
    end = last
  })
  const text = JSON.stringify(answer.envelope)
  sendTogether(tx)
  endWith(end({ caller, key, requestHash, now: now.toISOString(), status: answer.status, answer: text }))
  return { ...answer, text }
}

export const sweepIdempotencyKeys = (db: Database, now: Date) =>
  db.delete(idempotencyKeys).where(lt(idempotencyKeys.createTime, new Date(now.getTime() - keptFor)))
