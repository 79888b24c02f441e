import { dueJobKinds, type Job } from '@handsfree/core/contract'
import { and, count, eq, isNotNull, isNull, ne, or, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { paymentSessions, refunds } from '../domain/payments/payments.table.ts'
import { preparedOrders } from '../domain/prepared/prepared-orders.table.ts'
import { receiptMails } from '../domain/receipts/receipt-mails.table.ts'
import { textMessages } from '../domain/texts/text-messages.table.ts'
import type { Database } from '../runtime/db/database.ts'
import { failedJobs } from '../runtime/jobs/failed-jobs.table.ts'
import { findJobs } from './find-jobs.ts'

export type JobAge = { kind: Job['kind']; state: 'waiting' | 'givenUp'; jobs: number; seconds: number }

async function readFailedJobs(db: Database, now: Date): Promise<JobAge[]> {
  const rows = await db
    .select({
      kind: failedJobs.kind,
      isGivenUp: sql<boolean>`${failedJobs.nextTime} is null`,
      jobs: count(),
      oldest: sql<number>`extract(epoch from min(${failedJobs.createTime}))::float8`,
    })
    .from(failedJobs)
    .groupBy(failedJobs.kind, sql`${failedJobs.nextTime} is null`)
  return dueJobKinds.flatMap((kind) =>
    (['waiting', 'givenUp'] as const).map((state) => {
      const row = rows.find((one) => one.kind === kind && one.isGivenUp === (state === 'givenUp'))
      return {
        kind,
        state,
        jobs: row?.jobs ?? 0,
        seconds: row ? now.getTime() / 1_000 - row.oldest : 0,
      }
    }),
  )
}

type JobSource = { kind: Job['kind']; table: PgTable; createTime: PgColumn; isWaiting: SQL; isGivenUp: SQL }

const jobSources: JobSource[] = [
  {
    kind: 'refund',
    table: refunds,
    createTime: refunds.createTime,
    isWaiting: isNotNull(refunds.tryTime),
    isGivenUp: eq(refunds.state, 'needsOperator'),
  },
  {
    kind: 'session',
    table: paymentSessions,
    createTime: paymentSessions.createTime,
    // An ordinary check isn't a job.
    isWaiting: and(
      isNotNull(paymentSessions.checkTime),
      or(ne(paymentSessions.asking, 'checking'), isNotNull(paymentSessions.lastError)),
    ) as SQL,
    isGivenUp: eq(paymentSessions.asking, 'givenUp'),
  },
  {
    kind: 'textMessage',
    table: textMessages,
    createTime: textMessages.createTime,
    isWaiting: isNotNull(textMessages.tryTime),
    isGivenUp: eq(textMessages.state, 'givenUp'),
  },
  {
    kind: 'receipt',
    table: receiptMails,
    createTime: receiptMails.createTime,
    isWaiting: isNotNull(receiptMails.tryTime),
    isGivenUp: eq(receiptMails.state, 'givenUp'),
  },
  {
    kind: 'handover',
    table: preparedOrders,
    createTime: preparedOrders.textTime,
    isWaiting: isNotNull(preparedOrders.textTryTime),
    isGivenUp: and(eq(preparedOrders.textState, 'givenUp'), isNull(preparedOrders.orderId)) as SQL,
  },
]

/** Returns the number of waiting and given-up jobs by kind, and the age of the oldest in seconds. */
export async function readJobAges(db: Database, now: Date): Promise<JobAge[]> {
  const ages: JobAge[] = []
  for (const { kind, table, createTime, isWaiting, isGivenUp } of jobSources) {
    for (const [state, where] of [
      ['waiting', isWaiting],
      ['givenUp', isGivenUp],
    ] as const) {
      const [row] = await db
        .select({ jobs: count(), oldest: sql<number | null>`extract(epoch from min(${createTime}))::float8` })
        .from(table)
        .where(where)
      const seconds = row?.oldest ? now.getTime() / 1_000 - row.oldest : 0
      ages.push({ kind, state, jobs: row?.jobs ?? 0, seconds })
    }
  }
  return [...ages, ...(await readFailedJobs(db, now))]
}

/** Seconds. */
const stuckAfterSeconds = 600
/** Each named job is a time series. */
const maxStuckJobs = 20

/**
 * Returns jobs that were given up or are older than 10 minutes, most urgent first. Excludes text messages that the
 * network didn't deliver, because the server can't correct a number.
 */
export async function findStuckJobs(
  db: Database,
  now: Date,
): Promise<(Pick<Job, 'jobId' | 'kind' | 'state'> & { seconds: number })[]> {
  const { list } = await findJobs(db, {})
  return list
    .filter(({ stage }) => stage !== 'undelivered')
    .map(({ jobId, kind, state, createTime }) => ({
      jobId,
      kind,
      state,
      seconds: (now.getTime() - Date.parse(createTime)) / 1_000,
    }))
    .filter(({ state, seconds }) => state === 'givenUp' || seconds > stuckAfterSeconds)
    .slice(0, maxStuckJobs)
}
