import { createHash } from 'node:crypto'
import { errorCodes } from '@handsfree/core/api'
import { and, eq, lt } from 'drizzle-orm'
import type { FastifyRequest } from 'fastify'
import type { Database, Transaction } from '../db/database.ts'
import { ApiError } from './api-error.ts'
import { idempotencyKeys } from './idempotency.table.ts'

export type Answer = { status: number; envelope: { code: number; message: string; result: unknown } }

/** Milliseconds for which an answer is stored: 72 h (contract). */
const keptFor = 72 * 3_600_000

/** The request's `Idempotency-Key`: 128 bits as 32 hex digits. Throws 1008. */
export function idempotencyKeyOf(request: FastifyRequest): string {
  const key = request.headers['idempotency-key']
  if (typeof key === 'string' && /^[\da-f]{32}$/i.test(key)) return key.toLowerCase()
  throw new ApiError(errorCodes.paramError, 'Idempotency-Key must be 128 bits as 32 hex digits')
}

/**
 * Works once for a caller's key, in the work's own transaction: a repeat gets the stored answer, a concurrent one waits
 * for the first and then gets it. Work that throws rolls back with its key and may be retried. The same key for another
 * request throws 1008.
 */
export async function once(
  tx: Transaction,
  sent: { caller: string; key: string; request: unknown; now: Date },
  work: () => Promise<Answer>,
): Promise<Answer> {
  const { caller, key, now } = sent
  const requestHash = createHash('sha256').update(JSON.stringify(sent.request)).digest('hex')
  const isOurs = and(eq(idempotencyKeys.caller, caller), eq(idempotencyKeys.key, key))
  await tx
    .delete(idempotencyKeys)
    .where(and(isOurs, lt(idempotencyKeys.createTime, new Date(now.getTime() - keptFor))))
  const inserted = await tx
    .insert(idempotencyKeys)
    .values({ caller, key, requestHash, createTime: now })
    .onConflictDoNothing()
    .returning({ key: idempotencyKeys.key })
  if (inserted.length === 0) {
    const [stored] = await tx.select().from(idempotencyKeys).where(isOurs)
    if (stored?.requestHash !== requestHash || stored.status === null) {
      throw new ApiError(errorCodes.paramError, 'Idempotency-Key was used for another request', {
        details: { field: 'idempotencyKey' },
      })
    }
    return { status: stored.status, envelope: stored.answer as Answer['envelope'] }
  }
  const answer = await work()
  await tx.update(idempotencyKeys).set({ status: answer.status, answer: answer.envelope }).where(isOurs)
  return answer
}

export const sweepIdempotencyKeys = (db: Database, now: Date) =>
  db.delete(idempotencyKeys).where(lt(idempotencyKeys.createTime, new Date(now.getTime() - keptFor)))
