import type { FailedCall } from '@handsfree/core/contract'
import { referenceOf } from '@handsfree/core/lib'
import { desc, eq } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import type { Database } from '../db/database.ts'
import type { Services } from '../services.ts'
import { factsOf } from './call-facts.ts'
import { describeError } from './describe-error.ts'
import { failedCalls } from './failed-calls.table.ts'
import { routeOf } from './request-log.ts'

type FailedCallRow = typeof failedCalls.$inferInsert

const flushMs = 2_000
/** Per instance and minute, so that a flood of refused calls can't fill the database. */
const maxPerMinute = 120
const maxFound = 20

/** 401 follows an expired session and 429 a request limit, which neither need nor survive a look-up. */
const isRecorded = (status: number, route: string): boolean =>
  status >= 500 || (status >= 400 && status !== 401 && status !== 429 && route.startsWith('/api/'))

/** Stores failed and refused calls in batches after their responses, for `operator find`. */
export function recordFailedCalls(
  app: FastifyInstance,
  { db, now, clock }: Pick<Services, 'db' | 'now' | 'clock'>,
): void {
  let pending: FailedCallRow[] = []
  let cancel: (() => void) | null = null
  let minute = { start: 0, count: 0 }

  const hasRoom = (time: number): boolean => {
    if (time - minute.start >= 60_000 || time < minute.start) minute = { start: time, count: 0 }
    minute.count += 1
    return minute.count <= maxPerMinute
  }

  const flush = async () => {
    cancel?.()
    cancel = null
    const rows = pending
    pending = []
    if (rows.length === 0) return
    try {
      await db.insert(failedCalls).values(rows).onConflictDoNothing()
    } catch (error) {
      app.log.warn(describeError(error), 'failed calls could not be stored')
    }
  }

  app.addHook('onResponse', async (request, reply) => {
    const route = routeOf(request)
    const { statusCode: status } = reply
    const createTime = now()
    if (!isRecorded(status, route) || !hasRoom(createTime.getTime())) return
    const { code, orderId, account, error } = factsOf(request)
    const { id: requestId, method } = request
    const reference = referenceOf(requestId)
    pending.push({ requestId, reference, method, route, status, code, orderId, account, error, createTime })
    cancel ??= clock.later(flushMs, () => void flush())
  })
  app.addHook('onClose', flush)
}

/** Returns the failed calls with a reference or a request id, newest first. */
export function findFailedCalls(tx: Database, typed: string): Promise<FailedCall[]> {
  return tx
    .select()
    .from(failedCalls)
    .where(eq(failedCalls.reference, referenceOf(typed)))
    .orderBy(desc(failedCalls.createTime))
    .limit(maxFound)
    .then((rows) => rows.map(({ createTime, ...row }) => ({ ...row, createTime: createTime.toISOString() })))
}
