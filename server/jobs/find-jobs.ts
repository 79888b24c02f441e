import { errorCodes, type Job, type JobState } from '@handsfree/core/api'
import { and, asc, eq, isNotNull, isNull, ne, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { Database } from '../db/database.ts'
import { ApiError } from '../http/api-error.ts'
import { receiptMails } from '../mail/receipt-mails.table.ts'
import { orders } from '../orders/orders.table.ts'
import { paymentSessions, payments, refunds } from '../payments/payments.table.ts'
import { preparedOrders } from '../prepared/prepared-orders.table.ts'
import { textMessages } from '../sms/text-messages.table.ts'

/** Jobs in one answer. */
const pageSize = 100

type Columns = { due: SQLWrapper; lastError: SQLWrapper; isGivenUp: SQL }

const condition = ({ due, lastError, isGivenUp }: Columns, state: JobState | undefined): SQL | undefined => {
  switch (state) {
    case 'due':
      return and(isNotNull(due), isNull(lastError))
    case 'failed':
      return and(isNotNull(due), isNotNull(lastError))
    case 'givenUp':
      return isGivenUp
    default:
      return or(isNotNull(due), isGivenUp)
  }
}

type Row = {
  orderId: string | null
  orderNumber: string | null
  tries: number
  nextTime: Date | null
  lastError: string | null
  createTime: Date
}

const toJob = (kind: Job['kind'], jobId: string, stage: string, row: Row): Job => ({
  jobId,
  kind,
  state: row.nextTime === null ? 'givenUp' : row.lastError === null ? 'due' : 'failed',
  stage,
  orderId: row.orderId,
  orderNumber: row.orderNumber,
  tries: row.tries,
  nextTime: row.nextTime?.toISOString() ?? null,
  lastError: row.lastError,
  createTime: row.createTime.toISOString(),
})

const order = { orderId: orders.orderId, orderNumber: orders.orderNumber }

const urgency: JobState[] = ['givenUp', 'failed', 'due']

/** Where a page ended: how urgent its last job was, when that began, and its id. */
type Place = { rank: number; createTime: string; jobId: string }

const placeOf = ({ state, createTime, jobId }: Job): Place => ({
  rank: urgency.indexOf(state),
  createTime,
  jobId,
})

const compare = (one: Place, other: Place): number =>
  one.rank - other.rank ||
  one.createTime.localeCompare(other.createTime) ||
  (one.jobId < other.jobId ? -1 : Number(one.jobId > other.jobId))

const toCursor = ({ rank, createTime, jobId }: Place): string => `${rank}-${Date.parse(createTime)}-${jobId}`

/** Throws 1008 for one that no page ended with. */
function fromCursor(cursor: string): Place {
  const [, rank, time, jobId = ''] = /^([0-2])-(\d{1,15})-([\w-]+)$/.exec(cursor) ?? []
  if (!jobId) throw new ApiError(errorCodes.paramError, 'unknown cursor')
  return { rank: Number(rank), createTime: new Date(Number(time)).toISOString(), jobId }
}

type Find = { state: JobState | undefined; after: Place | null }
type Keys = Columns & { createTime: SQLWrapper; jobId: SQL }

/** Jobs of a state behind a place, and their order. */
function pageOf({ createTime, jobId, ...columns }: Keys, { state, after }: Find) {
  const { due, lastError } = columns
  const rank = sql`case when ${due} is null then 0 when ${lastError} is not null then 1 else 2 end`
  const id = sql`${jobId} collate "C"`
  return {
    where: and(
      condition(columns, state),
      after
        ? sql`(${rank}, ${createTime}, ${id}) > (${after.rank}::int, ${after.createTime}::timestamptz, ${after.jobId})`
        : undefined,
    ),
    order: [sql`${rank}`, asc(createTime), sql`${id}`],
  }
}

async function refundJobs(tx: Database, find: Find): Promise<Job[]> {
  const { tryTime: due, lastError, createTime, refundId } = refunds
  const isGivenUp = eq(refunds.state, 'needsOperator')
  const page = pageOf({ due, lastError, isGivenUp, createTime, jobId: sql`'refund-' || ${refundId}` }, find)
  const rows = await tx
    .select({ ...order, refund: refunds })
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

/** A visit that goes its way is no job; to close its page is one, and to ask a provider who did not answer. */
const isJob = or(ne(paymentSessions.asking, 'checking'), isNotNull(paymentSessions.lastError))

async function sessionJobs(tx: Database, find: Find): Promise<Job[]> {
  const { checkTime: due, lastError, createTime, sessionId } = paymentSessions
  const isGivenUp = eq(paymentSessions.asking, 'givenUp')
  const page = pageOf({ due, lastError, isGivenUp, createTime, jobId: sql`'session-' || ${sessionId}` }, find)
  const rows = await tx
    .select({ ...order, session: paymentSessions })
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

async function textJobs(tx: Database, find: Find): Promise<Job[]> {
  const { tryTime: due, lastError, createTime, orderId, kind } = textMessages
  const isGivenUp = eq(textMessages.state, 'givenUp')
  const jobId = sql`'text-' || ${orderId} || '-' || ${kind}`
  const page = pageOf({ due, lastError, isGivenUp, createTime, jobId }, find)
  const rows = await tx
    .select({ ...order, message: textMessages })
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

async function receiptJobs(tx: Database, find: Find): Promise<Job[]> {
  const { tryTime: due, lastError, createTime, occasion } = receiptMails
  const isGivenUp = eq(receiptMails.state, 'givenUp')
  const page = pageOf({ due, lastError, isGivenUp, createTime, jobId: sql`'receipt-' || ${occasion}` }, find)
  const rows = await tx
    .select({ ...order, mail: receiptMails })
    .from(receiptMails)
    .innerJoin(orders, eq(orders.orderId, receiptMails.orderId))
    .where(page.where)
    .orderBy(...page.order)
    .limit(pageSize + 1)
  return rows.map(({ mail, ...row }) =>
    toJob('receipt', `receipt-${mail.occasion}`, mail.state, { ...row, ...mail, nextTime: mail.tryTime }),
  )
}

async function handoverJobs(tx: Database, find: Find): Promise<Job[]> {
  const { textTryTime: due, textError: lastError, textTime: createTime, preparedId } = preparedOrders
  const isGivenUp = and(eq(preparedOrders.textState, 'givenUp'), isNull(preparedOrders.orderId)) as SQL
  const page = pageOf(
    { due, lastError, isGivenUp, createTime, jobId: sql`'handover-' || ${preparedId}` },
    find,
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

/**
 * A page of the jobs of a state, or of all: what is given up first, then what failed; of each the oldest first. Throws
 * 1008 for a wrong cursor.
 */
export async function findJobs(
  tx: Database,
  { state, cursor }: { state?: JobState | undefined; cursor?: string | undefined },
): Promise<{ list: Job[]; nextCursor: string | null }> {
  const find = { state, after: cursor === undefined ? null : fromCursor(cursor) }
  const jobs = [
    ...(await refundJobs(tx, find)),
    ...(await sessionJobs(tx, find)),
    ...(await textJobs(tx, find)),
    ...(await receiptJobs(tx, find)),
    ...(await handoverJobs(tx, find)),
  ].sort((one, other) => compare(placeOf(one), placeOf(other)))
  const list = jobs.slice(0, pageSize)
  const last = list.at(-1)
  return { list, nextCursor: jobs.length > pageSize && last ? toCursor(placeOf(last)) : null }
}
