import type { Locale, MoneyKind, MoneyMove } from '@handsfree/core/contract'
import { errorCodes } from '@handsfree/core/lib'
import { and, asc, eq, gte, isNotNull, isNull, lt, lte, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Database } from '../../runtime/db/database.ts'
import { ApiError } from '../../runtime/http/api-error.ts'
import { claimHistory, claims } from '../claims/claims.table.ts'
import { orders } from '../orders/orders.table.ts'
import { disputes, paymentSessions, payments, refunds } from './payments.table.ts'

const pageSize = 500
const dayMs = 86_400_000

type MoneyPosition = { time: string; moveId: string }

function fromCursor(cursor: string): MoneyPosition {
  const [, time, moveId] = /^(\d{1,14})-([\w-]{1,130})$/.exec(cursor) ?? []
  if (!time || !moveId) throw new ApiError(errorCodes.paramError, 'unknown cursor')
  return { time: new Date(Number(time)).toISOString(), moveId }
}

const toCursor = ({ time, moveId }: MoneyPosition): string => `${Date.parse(time)}-${moveId}`

const compare = (one: MoneyPosition, other: MoneyPosition): number =>
  one.time.localeCompare(other.time) || (one.moveId < other.moveId ? -1 : Number(one.moveId > other.moveId))

type DayRange = { from: string; until: string }
type MoneyQuery = DayRange & { after: MoneyPosition | null }
type Source = { kind: MoneyKind; time: PgColumn; id: SQLWrapper; condition: SQL | undefined }

/**
 * Selects a source's rows on those days in each site's time zone, after a place. Due refunds include earlier days.
 */
function pageOf({ kind, time, id, condition }: Source, { from, until, after }: MoneyQuery) {
  const moveId = sql<string>`${`${kind}-`}::text || ${id}`
  const day = sql<string>`to_char(${time} at time zone ${orders.timeZone}, 'YYYY-MM-DD')`
  const isDue = kind === 'refundDue'
  return {
    fields: {
      moveId,
      day,
      time: sql`${time}`.mapWith(orders.createTime),
      orderId: orders.orderId,
      orderNumber: orders.orderNumber,
      pickupPlace: orders.pickupPlace,
      timeZone: orders.timeZone,
    },
    where: and(
      condition,
      lte(day, until),
      // Wide enough for every time zone; lets the index on time be used.
      lt(time, new Date(Date.parse(until) + 2 * dayMs)),
      isDue ? undefined : gte(day, from),
      isDue ? undefined : gte(time, new Date(Date.parse(from) - dayMs)),
      after
        ? sql`(${time}, ${moveId} collate "C") > (${after.time}::timestamptz, ${after.moveId})`
        : undefined,
    ),
    order: [asc(time), sql`${moveId} collate "C"`],
  }
}

const refundSource = (kind: 'refund' | 'refundDue'): Source => ({
  kind,
  time: kind === 'refund' ? refunds.doneTime : refunds.createTime,
  id: refunds.refundId,
  condition: kind === 'refund' ? isNotNull(refunds.doneTime) : isNull(refunds.doneTime),
})

// Conditions of partial indexes are literals: with parameters, the planner can't match the index.
async function findPayments(tx: Database, find: MoneyQuery) {
  const condition = sql`${paymentSessions.state} = 'paid'`
  // A paid session never changes again, so this is the payment time.
  const { updateTime: time, sessionId: id } = paymentSessions
  const { fields, where, order } = pageOf({ kind: 'payment', time, id, condition }, find)
  const { amount, currency } = payments
  return tx
    .select({ ...fields, amount, currency, reference: paymentSessions.reference })
    .from(paymentSessions)
    .innerJoin(payments, eq(payments.paymentId, paymentSessions.paymentId))
    .innerJoin(orders, eq(orders.orderId, payments.orderId))
    .where(where)
    .orderBy(...order)
    .limit(pageSize + 1)
}

async function findRefunds(tx: Database, kind: 'refund' | 'refundDue', find: MoneyQuery) {
  const { fields, where, order } = pageOf(refundSource(kind), find)
  return tx
    .select({ ...fields, amount: refunds.amount, currency: payments.currency, reference: refunds.refundId })
    .from(refunds)
    .innerJoin(payments, eq(payments.paymentId, refunds.paymentId))
    .innerJoin(orders, eq(orders.orderId, refunds.orderId))
    .where(where)
    .orderBy(...order)
    .limit(pageSize + 1)
}

async function findPayouts(tx: Database, find: MoneyQuery) {
  const { time, position } = claimHistory
  const condition = sql`${claimHistory.type} = 'paidOut'`
  const id = sql`${position}::text`
  const { fields, where, order } = pageOf({ kind: 'payout', time, id, condition }, find)
  const amount = sql<number>`coalesce(${claimHistory.amount}, 0)`.mapWith(Number)
  const reference = sql<string>`coalesce(${claimHistory.words}, '')`
  return tx
    .select({ ...fields, amount, currency: claims.currency, reference })
    .from(claimHistory)
    .innerJoin(claims, eq(claims.claimId, claimHistory.claimId))
    .innerJoin(orders, eq(orders.orderId, claims.orderId))
    .where(where)
    .orderBy(...order)
    .limit(pageSize + 1)
}

async function findLostDisputes(tx: Database, find: MoneyQuery) {
  const { closeTime: time, disputeId: id, amount, currency } = disputes
  const condition = sql`${disputes.state} = 'lost'`
  const { fields, where, order } = pageOf({ kind: 'disputeLost', time, id, condition }, find)
  return tx
    .select({ ...fields, amount, currency, reference: disputes.disputeId })
    .from(disputes)
    .innerJoin(payments, eq(payments.paymentId, disputes.paymentId))
    .innerJoin(orders, eq(orders.orderId, payments.orderId))
    .where(where)
    .orderBy(...order)
    .limit(pageSize + 1)
}

export async function findMoney(
  tx: Database,
  { cursor, locale, ...days }: DayRange & { cursor?: string | undefined; locale: Locale },
): Promise<{ list: MoneyMove[]; nextCursor: string | null }> {
  const query = { ...days, after: cursor === undefined ? null : fromCursor(cursor) }
  const kinds = {
    payment: await findPayments(tx, query),
    refund: await findRefunds(tx, 'refund', query),
    payout: await findPayouts(tx, query),
    disputeLost: await findLostDisputes(tx, query),
    refundDue: await findRefunds(tx, 'refundDue', query),
  } satisfies Record<MoneyKind, unknown>
  const moves = Object.entries(kinds).flatMap(([kind, rows]) =>
    rows.map(
      ({ pickupPlace, amount, currency, time, ...row }): MoneyMove => ({
        ...row,
        kind: kind as MoneyKind,
        time: time.toISOString(),
        // Every order starts at a site.
        siteId: pickupPlace.siteId!,
        siteName: pickupPlace.name[locale],
        amount: { amount, currency },
      }),
    ),
  )
  const sorted = moves.sort(compare)
  const list = sorted.slice(0, pageSize)
  const last = list.at(-1)
  return { list, nextCursor: sorted.length > pageSize && last ? toCursor(last) : null }
}
