import type { Job, JobState } from '@handsfree/core/api'
import { and, asc, eq, isNotNull, isNull, ne, or, type SQL, type SQLWrapper } from 'drizzle-orm'
import type { Database } from '../db/database.ts'
import { orders } from '../orders/orders.table.ts'
import { paymentSessions, payments, refunds } from '../payments/payments.table.ts'
import { textMessages } from '../sms/text-messages.table.ts'

/** Jobs of a kind in one answer. */
const most = 100

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
  orderId: string
  orderNumber: string
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

async function refundJobs(tx: Database, state: JobState | undefined): Promise<Job[]> {
  const { tryTime, lastError, createTime } = refunds
  const isGivenUp = eq(refunds.state, 'needsOperator')
  const rows = await tx
    .select({ ...order, refund: refunds })
    .from(refunds)
    .innerJoin(orders, eq(orders.orderId, refunds.orderId))
    .where(condition({ due: tryTime, lastError, isGivenUp }, state))
    .orderBy(asc(createTime))
    .limit(most)
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

async function sessionJobs(tx: Database, state: JobState | undefined): Promise<Job[]> {
  const { checkTime, lastError, createTime } = paymentSessions
  const isGivenUp = eq(paymentSessions.asking, 'givenUp')
  const rows = await tx
    .select({ ...order, session: paymentSessions })
    .from(paymentSessions)
    .innerJoin(payments, eq(payments.paymentId, paymentSessions.paymentId))
    .innerJoin(orders, eq(orders.orderId, payments.orderId))
    .where(and(condition({ due: checkTime, lastError, isGivenUp }, state), isJob))
    .orderBy(asc(createTime))
    .limit(most)
  return rows.map(({ session, ...row }) =>
    toJob('session', `session-${session.sessionId}`, session.asking, {
      ...row,
      ...session,
      nextTime: session.checkTime,
    }),
  )
}

async function textJobs(tx: Database, state: JobState | undefined): Promise<Job[]> {
  const { tryTime, lastError, createTime } = textMessages
  const isGivenUp = eq(textMessages.state, 'givenUp')
  const rows = await tx
    .select({ ...order, message: textMessages })
    .from(textMessages)
    .innerJoin(orders, eq(orders.orderId, textMessages.orderId))
    .where(condition({ due: tryTime, lastError, isGivenUp }, state))
    .orderBy(asc(createTime))
    .limit(most)
  return rows.map(({ message, ...row }) =>
    toJob('textMessage', `text-${message.orderId}-${message.kind}`, message.state, {
      ...row,
      ...message,
      nextTime: message.tryTime,
    }),
  )
}

const urgency: JobState[] = ['givenUp', 'failed', 'due']

/** Jobs of a state, or all: what is given up first, then what failed; of each the oldest first. */
export async function findJobs(tx: Database, state?: JobState): Promise<Job[]> {
  const jobs = [
    ...(await refundJobs(tx, state)),
    ...(await sessionJobs(tx, state)),
    ...(await textJobs(tx, state)),
  ]
  return jobs.sort(
    (a, b) => urgency.indexOf(a.state) - urgency.indexOf(b.state) || a.createTime.localeCompare(b.createTime),
  )
}
