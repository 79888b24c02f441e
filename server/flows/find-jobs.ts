import type { Job, JobState } from '@handsfree/core/contract'
import { and, eq, inArray, isNotNull, isNull, ne, or, type SQL, sql } from 'drizzle-orm'
import { claims } from '../domain/claims/claims.table.ts'
import { orders } from '../domain/orders/orders.table.ts'
import { paymentSessions, payments, refunds } from '../domain/payments/payments.table.ts'
import { preparedOrders } from '../domain/prepared/prepared-orders.table.ts'
import { receiptMails } from '../domain/receipts/receipt-mails.table.ts'
import { textMessages } from '../domain/texts/text-messages.table.ts'
import type { Database } from '../runtime/db/database.ts'
import { failedJobs } from '../runtime/jobs/failed-jobs.table.ts'
import {
  comparePositions,
  fromCursor,
  type JobQuery,
  pageOf,
  pageSize,
  positionOf,
  toCursor,
  toJob,
} from './job-page.ts'

const orderColumns = { orderId: orders.orderId, orderNumber: orders.orderNumber }

async function refundJobs(tx: Database, find: JobQuery): Promise<Job[]> {
  const { tryTime: due, lastError, createTime, refundId } = refunds
  const isGivenUp = eq(refunds.state, 'needsOperator')
  const page = pageOf({ due, lastError, isGivenUp, createTime, jobId: sql`'refund-' || ${refundId}` }, find)
  const rows = await tx
    .select({ ...orderColumns, refund: refunds })
    .from(refunds)
    .innerJoin(orders, eq(orders.orderId, refunds.orderId))
    .where(page.where)
    .orderBy(...page.order)
    .limit(pageSize + 1)
  return rows.map(({ refund, ...row }) =>
    toJob('refund', `refund-${refund.refundId}`, refund.state, {
      ...row,
      ...refund,
      nextTime: refund.tryTime,
    }),
  )
}

/** An ordinary check isn't a job. Closing a page or retrying an unresponsive provider is. */
const isJob = or(ne(paymentSessions.asking, 'checking'), isNotNull(paymentSessions.lastError))

async function sessionJobs(tx: Database, find: JobQuery): Promise<Job[]> {
  const { checkTime: due, lastError, createTime, sessionId } = paymentSessions
  const isGivenUp = eq(paymentSessions.asking, 'givenUp')
  const page = pageOf({ due, lastError, isGivenUp, createTime, jobId: sql`'session-' || ${sessionId}` }, find)
  const rows = await tx
    .select({ ...orderColumns, session: paymentSessions })
    .from(paymentSessions)
    .innerJoin(payments, eq(payments.paymentId, paymentSessions.paymentId))
    .innerJoin(orders, eq(orders.orderId, payments.orderId))
    .where(and(page.where, isJob))
    .orderBy(...page.order)
    .limit(pageSize + 1)
  return rows.map(({ session, ...row }) =>
    toJob('session', `session-${session.sessionId}`, session.asking, {
      ...row,
      ...session,
      nextTime: session.checkTime,
    }),
  )
}

async function textJobs(tx: Database, find: JobQuery): Promise<Job[]> {
  const { tryTime: due, lastError, createTime, orderId, kind } = textMessages
  const isGivenUp = inArray(textMessages.state, ['givenUp', 'undelivered'])
  const jobId = sql`'text-' || ${orderId} || '-' || ${kind}`
  const page = pageOf({ due, lastError, isGivenUp, createTime, jobId }, find)
  const rows = await tx
    .select({ ...orderColumns, message: textMessages })
    .from(textMessages)
    .innerJoin(orders, eq(orders.orderId, textMessages.orderId))
    .where(page.where)
    .orderBy(...page.order)
    .limit(pageSize + 1)
  return rows.map(({ message, ...row }) =>
    toJob('textMessage', `text-${message.orderId}-${message.kind}`, message.state, {
      ...row,
      ...message,
      nextTime: message.tryTime,
    }),
  )
}

async function receiptJobs(tx: Database, find: JobQuery): Promise<Job[]> {
  const { tryTime: due, lastError, createTime, occasion } = receiptMails
  const isGivenUp = eq(receiptMails.state, 'givenUp')
  const page = pageOf({ due, lastError, isGivenUp, createTime, jobId: sql`'receipt-' || ${occasion}` }, find)
  const rows = await tx
    .select({ ...orderColumns, mail: receiptMails })
    .from(receiptMails)
    .innerJoin(orders, eq(orders.orderId, receiptMails.orderId))
    .where(page.where)
    .orderBy(...page.order)
    .limit(pageSize + 1)
  return rows.map(({ mail, ...row }) =>
    toJob('receipt', `receipt-${mail.occasion}`, mail.state, { ...row, ...mail, nextTime: mail.tryTime }),
  )
}

async function handoverJobs(tx: Database, query: JobQuery): Promise<Job[]> {
  const { textTryTime: due, textError: lastError, textTime: createTime, preparedId } = preparedOrders
  const hasFailed = inArray(preparedOrders.textState, ['givenUp', 'undelivered'])
  const isGivenUp = and(hasFailed, isNull(preparedOrders.orderId)) as SQL
  const page = pageOf(
    { due, lastError, isGivenUp, createTime, jobId: sql`'handover-' || ${preparedId}` },
    query,
  )
  const rows = await tx
    .select()
    .from(preparedOrders)
    .where(page.where)
    .orderBy(...page.order)
    .limit(pageSize + 1)
  return rows.map((row) =>
    toJob('handover', `handover-${row.preparedId}`, row.textState ?? '', {
      orderId: null,
      orderNumber: null,
      tries: row.textTries,
      nextTime: row.textTryTime,
      lastError: row.textError,
      createTime: row.textTime ?? row.createTime,
    }),
  )
}

async function recurringJobs(tx: Database, find: JobQuery): Promise<Job[]> {
  const { nextTime: due, lastError, createTime, kind, subject } = failedJobs
  const jobId = sql`'task-' || ${kind} || '-' || ${subject}`
  const page = pageOf({ due, lastError, isGivenUp: isNull(due), createTime, jobId }, find)
  const rows = await tx
    .select({ ...orderColumns, job: failedJobs })
    .from(failedJobs)
    .leftJoin(claims, and(eq(kind, 'claimClock'), eq(claims.claimId, subject)))
    .leftJoin(orders, eq(orders.orderId, sql`coalesce(${claims.orderId}, ${subject})`))
    .where(page.where)
    .orderBy(...page.order)
    .limit(pageSize + 1)
  return rows.map(({ job, ...row }) => {
    const found = toJob(job.kind, `task-${job.kind}-${job.subject}`, '', { ...row, ...job })
    return { ...found, stage: found.state }
  })
}

/**
 * Returns a page of jobs: given up first, then failed, then due, oldest first within each. Throws 1008 for an invalid
 * cursor.
 */
export async function findJobs(
  tx: Database,
  { state, cursor }: { state?: JobState | undefined; cursor?: string | undefined },
): Promise<{ list: Job[]; nextCursor: string | null }> {
  const query = { state, after: cursor === undefined ? null : fromCursor(cursor) }
  const jobs = [
    ...(await refundJobs(tx, query)),
    ...(await sessionJobs(tx, query)),
    ...(await textJobs(tx, query)),
    ...(await receiptJobs(tx, query)),
    ...(await handoverJobs(tx, query)),
    ...(await recurringJobs(tx, query)),
  ].sort((one, other) => comparePositions(positionOf(one), positionOf(other)))
  const list = jobs.slice(0, pageSize)
  const last = list.at(-1)
  return { list, nextCursor: jobs.length > pageSize && last ? toCursor(positionOf(last)) : null }
}
