import {
  type Locale,
  maxQueueEntries,
  operatorViews,
  type Queue,
  type QueueEntry,
  type QueueKind,
  queueKinds,
} from '@handsfree/core/contract'
import { policy } from '@handsfree/core/policy'
import { and, asc, eq, gt, inArray, isNotNull, isNull, notInArray, or, type SQL, sql } from 'drizzle-orm'
import type { LocalizedText } from '../../runtime/db/columns.ts'
import type { Database } from '../../runtime/db/database.ts'
import { orderChanges } from '../changes/changes.table.ts'
import { claimHistory, claims } from '../claims/claims.table.ts'
import { isOpenClaim } from '../claims/find-claims.ts'
import { nextTimeOf } from '../claims/to-claim.ts'
import { promisedArrivalOf, viewCondition } from '../orders/lifecycle-columns.ts'
import { orderReviews } from '../orders/order-reviews.table.ts'
import { type OrderRow, orders } from '../orders/orders.table.ts'
import { lateDelivery, missedPickup } from '../orders/overdue-reasons.ts'
import type { PlaceSnapshot } from '../orders/types.ts'
import { disputes, payments, refunds } from '../payments/payments.table.ts'
import { refundRequests } from '../payments/refund-requests.table.ts'
import { preparedOrders } from '../prepared/prepared-orders.table.ts'
import { invoices } from '../receipts/invoices.table.ts'
import { employees } from '../users/employees.table.ts'
import { staffNotes } from './staff-notes.table.ts'

type Context = { now: Date; locale: Locale }
type Part = { entries: QueueEntry[]; total: number }

const total = sql<number>`(count(*) over ())::integer`.mapWith(Number)

type Trip = {
  pickupPlace: PlaceSnapshot
  deliveryPlace: PlaceSnapshot
  timeZone: string
  pieces: number
}
const tripOf = ({ pickupPlace, deliveryPlace, timeZone, pieces }: Trip, locale: Locale) => {
  const named = ({ name }: { name: LocalizedText }) => name[locale]
  const cityName = pickupPlace.cityName[locale]
  return { from: named(pickupPlace), to: named(deliveryPlace), timeZone, cityName, pieces }
}

type OrderFacts = Pick<QueueEntry, 'kind' | 'subjectId'> & { since: Date; dueTime: Date | null } & Partial<
    Pick<QueueEntry, 'owner' | 'words' | 'report' | 'claimKind' | 'amount'>
  >

const toEntry = (order: OrderRow, { since, dueTime, ...facts }: OrderFacts, locale: Locale): QueueEntry => ({
  orderId: order.orderId,
  orderNumber: order.orderNumber,
  ...tripOf(order, locale),
  owner: order.courierName,
  words: '',
  report: null,
  claimKind: null,
  amount: null,
  ...facts,
  since: since.toISOString(),
  dueTime: dueTime?.toISOString() ?? null,
})

const isBeforePickup = sql`${orders.closing} = 'open' and ${orders.pickup} in ('none', 'waitPickup')`

/** The promise that an order still has to keep. */
function promiseOf(order: OrderRow, now: Date): Date | null {
  if (order.pickup !== 'pickuped') return order.pickupTime
  return order.warehouse === 'handed' ? null : new Date(promisedArrivalOf(order, now))
}

/** Names the tables itself, because a select from one table doesn't. */
const reviewTime = (column: typeof orderReviews.beginTime | typeof orderReviews.decideTime) =>
  sql<Date | null>`(select ${column} from order_reviews as reviews where reviews.order_id = orders.order_id)`.mapWith(
    column,
  )
const reviewTimes = {
  beginTime: reviewTime(orderReviews.beginTime),
  decideTime: reviewTime(orderReviews.decideTime),
}
type ReviewTimes = { [Name in keyof typeof reviewTimes]: Date | null }

const paidTimeOf = ({ paidTime, createTime }: OrderRow): Date => paidTime ?? createTime

type OrderKind = {
  where: SQL
  sinceOf: (order: OrderRow, review: ReviewTimes) => Date
  reportOf?: (order: OrderRow) => Pick<QueueEntry, 'report' | 'words'>
}
const orderKinds = {
  review: {
    where: sql`${viewCondition(operatorViews.waitReview)}`,
    sinceOf: (order, review) => review.beginTime ?? paidTimeOf(order),
  },
  assign: {
    where: sql`${viewCondition(operatorViews.waitAssign)} and ${orders.missedPickupTime} is null`,
    sinceOf: (order, review) => review.decideTime ?? paidTimeOf(order),
  },
  missedPickup: {
    where: sql`${isBeforePickup} and ${orders.missedPickupTime} is not null`,
    sinceOf: ({ missedPickupTime, pickupTime }) => missedPickupTime ?? pickupTime,
  },
  lateDelivery: {
    where: sql`${orders.closing} = 'open' and ${orders.transport} <> 'completed' and ${orders.lateDeliveryTime} is not null`,
    sinceOf: ({ lateDeliveryTime, deliveryTime }) => lateDeliveryTime ?? deliveryTime,
  },
  exception: {
    where: sql`${viewCondition(operatorViews.exception)}
      and coalesce(${orders.exceptionReason}, '') not in (${missedPickup}, ${lateDelivery})`,
    sinceOf: ({ exceptionTime, updateTime }) => exceptionTime ?? updateTime,
    reportOf: ({ exceptionKind, exceptionReason }) => ({
      report: exceptionKind,
      words: exceptionReason ?? '',
    }),
  },
} satisfies { [Kind in QueueKind]?: OrderKind }

const findOrders =
  (kind: keyof typeof orderKinds) =>
  async (tx: Database, { now, locale }: Context): Promise<Part> => {
    const { where, sinceOf, reportOf }: OrderKind = orderKinds[kind]
    const rows = await tx
      .select({ order: orders, review: reviewTimes, total })
      .from(orders)
      .where(where)
      .orderBy(
        sql`case when ${orders.pickup} = 'pickuped' then ${orders.deliveryTime} else ${orders.pickupTime} end`,
        asc(orders.orderId),
      )
      .limit(maxQueueEntries)
    return {
      total: rows[0]?.total ?? 0,
      entries: rows.map(({ order, review }) => {
        const facts = { since: sinceOf(order, review), dueTime: promiseOf(order, now) }
        return toEntry(order, { kind, subjectId: order.orderId, ...reportOf?.(order), ...facts }, locale)
      }),
    }
  }

async function findDestinations(tx: Database, { locale }: Context): Promise<Part> {
  const rows = await tx
    .select({ change: orderChanges, order: orders, total })
    .from(orderChanges)
    .innerJoin(orders, eq(orders.orderId, orderChanges.orderId))
    .where(inArray(orderChanges.stage, ['waitDecision', 'overdue']))
    .orderBy(asc(orderChanges.promisedTime), asc(orderChanges.changeId))
    .limit(maxQueueEntries)
  return {
    total: rows[0]?.total ?? 0,
    entries: rows.map(({ change, order }) => {
      const { changeId: subjectId, createTime: since, promisedTime: dueTime, place } = change
      const words = place?.name[locale] ?? ''
      return toEntry(order, { kind: 'destination', subjectId, since, dueTime, words }, locale)
    }),
  }
}

const startedBy = sql<string | null>`(select ${employees.name} from ${claimHistory}
  join ${employees} on ${employees.employeeId} = substr(${claimHistory.actor}, ${'employee:'.length + 1})
  where ${claimHistory.claimId} = ${claims.claimId} and ${claimHistory.type} = 'started'
  order by ${claimHistory.position} desc limit 1)`

/** Claims that wait for the traveller aren't in the queue, unless a complaint waits for us. */
const isOurTurn = and(
  isOpenClaim,
  or(notInArray(claims.stage, ['offered']), inArray(claims.complaint, ['waiting', 'late'])),
)

async function findClaims(tx: Database, { locale }: Context): Promise<Part> {
  const rows = await tx
    .select({ claim: claims, order: orders, owner: startedBy, total })
    .from(claims)
    .innerJoin(orders, eq(orders.orderId, claims.orderId))
    .where(isOurTurn)
    .orderBy(sql`least(${claims.dueTime}, ${claims.complaintDueTime}) nulls last`, asc(claims.createTime))
    .limit(maxQueueEntries)
  return {
    total: rows[0]?.total ?? 0,
    entries: rows.map(({ claim, order, owner }) => {
      const { claimId: subjectId, kind: claimKind, currency, askedAmount, createTime: since } = claim
      const amount = askedAmount > 0 ? { amount: askedAmount, currency } : null
      const facts = { since, dueTime: nextTimeOf(claim), owner, claimKind, amount }
      return toEntry(order, { kind: 'claim', subjectId, ...facts }, locale)
    }),
  }
}

const refundMs = policy.refundHours * 3_600_000

async function findRefunds(tx: Database, { locale }: Context): Promise<Part> {
  const rows = await tx
    .select({ refund: refunds, order: orders, total })
    .from(refunds)
    .innerJoin(orders, eq(orders.orderId, refunds.orderId))
    .where(sql`${refunds.state} = 'needsOperator'`)
    .orderBy(asc(refunds.createTime), asc(refunds.refundId))
    .limit(maxQueueEntries)
  return {
    total: rows[0]?.total ?? 0,
    entries: rows.map(({ refund, order }) => {
      const { refundId: subjectId, createTime: since, lastError, amount } = refund
      const dueTime = new Date(since.getTime() + refundMs)
      const money = { amount, currency: order.currency }
      const facts = { since, dueTime, words: lastError ?? '', amount: money }
      return toEntry(order, { kind: 'refund', subjectId, ...facts }, locale)
    }),
  }
}

async function findApprovals(tx: Database, { locale }: Context): Promise<Part> {
  const rows = await tx
    .select({ request: refundRequests, order: orders, owner: employees.name, total })
    .from(refundRequests)
    .innerJoin(orders, eq(orders.orderId, refundRequests.orderId))
    .leftJoin(employees, eq(employees.employeeId, refundRequests.employeeId))
    .where(sql`${refundRequests.state} = 'waiting'`)
    .orderBy(asc(refundRequests.createTime), asc(refundRequests.requestId))
    .limit(maxQueueEntries)
  return {
    total: rows[0]?.total ?? 0,
    entries: rows.map(({ request, order, owner }) => {
      const { requestId: subjectId, createTime: since, amount } = request
      const facts = { since, dueTime: null, owner, amount: { amount, currency: order.currency } }
      return toEntry(order, { kind: 'approval', subjectId, ...facts }, locale)
    }),
  }
}

/** Invoice requests that wait for their file, and refunds of invoiced orders that need a red invoice. */
const findInvoices =
  (kind: 'invoice' | 'redInvoice') =>
  async (tx: Database, { locale }: Context): Promise<Part> => {
    const since = kind === 'invoice' ? invoices.requestTime : invoices.redDueTime
    const rows = await tx
      .select({ since, order: orders, total })
      .from(invoices)
      .innerJoin(orders, eq(orders.orderId, invoices.orderId))
      .where(kind === 'invoice' ? sql`${invoices.state} = 'waiting'` : isNotNull(invoices.redDueTime))
      .orderBy(asc(since), asc(invoices.orderId))
      .limit(maxQueueEntries)
    return {
      total: rows[0]?.total ?? 0,
      entries: rows.map(({ since, order }) =>
        toEntry(order, { kind, subjectId: order.orderId, since: since!, dueTime: null }, locale),
      ),
    }
  }

async function findDisputes(tx: Database, { locale }: Context): Promise<Part> {
  const rows = await tx
    .select({ dispute: disputes, order: orders, total })
    .from(disputes)
    .innerJoin(payments, eq(payments.paymentId, disputes.paymentId))
    .innerJoin(orders, eq(orders.orderId, payments.orderId))
    .where(sql`${disputes.state} = 'open'`)
    .orderBy(asc(disputes.createTime), asc(disputes.disputeId))
    .limit(maxQueueEntries)
  return {
    total: rows[0]?.total ?? 0,
    entries: rows.map(({ dispute, order }) => {
      const { disputeId: subjectId, createTime: since, reason: words, amount, currency } = dispute
      const facts = { since, dueTime: null, words, amount: { amount, currency } }
      return toEntry(order, { kind: 'dispute', subjectId, ...facts }, locale)
    }),
  }
}

async function findPrepared(tx: Database, { now, locale }: Context): Promise<Part> {
  const rows = await tx
    .select({ prepared: preparedOrders, owner: employees.name, total })
    .from(preparedOrders)
    .leftJoin(employees, eq(employees.employeeId, preparedOrders.employeeId))
    .where(and(isNull(preparedOrders.orderId), gt(preparedOrders.endTime, now)))
    .orderBy(asc(preparedOrders.endTime), asc(preparedOrders.preparedId))
    .limit(maxQueueEntries)
  return {
    total: rows[0]?.total ?? 0,
    entries: rows.map(({ prepared, owner }) => ({
      kind: 'prepared',
      subjectId: prepared.preparedId,
      orderId: null,
      orderNumber: null,
      ...tripOf({ ...prepared, pieces: prepared.draft.pieces }, locale),
      dueTime: prepared.endTime.toISOString(),
      since: prepared.createTime.toISOString(),
      owner,
      words: '',
      report: null,
      claimKind: null,
      amount: null,
    })),
  }
}

async function findNotes(tx: Database, { now, locale }: Context): Promise<Part> {
  const rows = await tx
    .select({ note: staffNotes, order: orders, owner: employees.name, total })
    .from(staffNotes)
    .innerJoin(orders, eq(orders.orderId, staffNotes.orderId))
    .innerJoin(employees, eq(employees.employeeId, staffNotes.employeeId))
    .where(isNull(staffNotes.readTime))
    .orderBy(asc(staffNotes.createTime), asc(staffNotes.noteId))
    .limit(maxQueueEntries)
  return {
    total: rows[0]?.total ?? 0,
    entries: rows.map(({ note, order, owner }) => {
      const { noteId: subjectId, createTime: since, words } = note
      const dueTime = order.closing === 'open' ? promiseOf(order, now) : null
      return toEntry(order, { kind: 'note', subjectId, since, dueTime, owner, words }, locale)
    }),
  }
}

const finders: Record<QueueKind, (tx: Database, context: Context) => Promise<Part>> = {
  review: findOrders('review'),
  missedPickup: findOrders('missedPickup'),
  assign: findOrders('assign'),
  lateDelivery: findOrders('lateDelivery'),
  exception: findOrders('exception'),
  destination: findDestinations,
  claim: findClaims,
  refund: findRefunds,
  approval: findApprovals,
  invoice: findInvoices('invoice'),
  redInvoice: findInvoices('redInvoice'),
  dispute: findDisputes,
  prepared: findPrepared,
  note: findNotes,
}

const sortTime = ({ dueTime, since }: QueueEntry): number => Date.parse(dueTime ?? since)

/** Reads what waits for operators, the earliest promise first. One query per kind. */
export async function findQueue(tx: Database, context: Context): Promise<Queue> {
  const list: QueueEntry[] = []
  const counts: Queue['counts'] = []
  for (const kind of queueKinds) {
    const part = await finders[kind](tx, context)
    list.push(...part.entries)
    counts.push({ kind, entries: part.total })
  }
  return { list: list.sort((one, other) => sortTime(one) - sortTime(other)), counts }
}
