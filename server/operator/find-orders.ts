import type { EmployeeView, Locale, OperatorOrder } from '@handsfree/core/api'
import { type LifecycleEvent, openWork } from '@handsfree/core/order'
import { and, asc, desc, eq, gt, not, or, type SQL, sql } from 'drizzle-orm'
import type { Database } from '../db/database.ts'
import { prepared } from '../db/prepared.ts'
import { readCursor, toPage, withParts } from '../orders/find-orders.ts'
import { legalEventsOf } from '../orders/legal-events.ts'
import { ruleCondition, viewCondition } from '../orders/lifecycle-columns.ts'
import { findReviews, toReview } from '../orders/order-reviews.ts'
import { type OrderRow, orders, orderTrace } from '../orders/orders.table.ts'
import { courierOf, toOrder, toTraceEvent } from '../orders/to-order.ts'
import { findDisputes } from '../payments/disputes.ts'
import type { Services } from '../services.ts'

const pageSize = 50
/** Missed pickups on top of a first page; further ones follow once these are settled. */
const mostMissed = 200

/** Somebody waits at the pickup place, and no courier has come. */
const isMissed = sql`(closing = 'open' and pickup in ('none', 'waitPickup') and ${orders.missedPickupTime} is not null)`

/**
 * Orders of a view within `scope`, oldest first, 50 at a time; without a view those with open work. Those that nobody
 * has picked up in time are on top of the first page, the longest wait first.
 */
export async function listOrdersOf(
  tx: Database,
  { view, cursor, scope }: { view?: EmployeeView; cursor?: string; scope?: SQL },
) {
  const after = cursor === undefined ? null : readCursor(cursor)
  const isAfter =
    after &&
    or(
      gt(orders.createTime, after.createTime),
      and(eq(orders.createTime, after.createTime), gt(orders.orderId, after.orderId)),
    )
  const isWanted = view === undefined ? ruleCondition(openWork) : viewCondition(view)
  const missed = after
    ? []
    : await tx
        .select()
        .from(orders)
        .where(and(isWanted, scope, isMissed))
        .orderBy(asc(orders.pickupTime), asc(orders.orderId))
        .limit(mostMissed)
  const rows = await tx
    .select()
    .from(orders)
    .where(and(isWanted, scope, not(isMissed), isAfter ?? undefined))
    .orderBy(asc(orders.createTime), asc(orders.orderId))
    .limit(pageSize + 1)
  const { list, nextCursor } = toPage(rows, pageSize)
  return { list: [...missed, ...list], nextCursor }
}

const selectLastEvents = prepared('last events of orders', (db, name) =>
  db
    .selectDistinctOn([orderTrace.orderId])
    .from(orderTrace)
    .where(sql`${orderTrace.orderId} = any(${sql.placeholder('orderIds')}::text[])`)
    .orderBy(orderTrace.orderId, desc(orderTrace.position))
    .prepare(name),
)

/** The last two digits, of a long number the first three as well: enough to recognise it, not to call it. */
const masked = (phoneNumber: string): string => {
  const start = phoneNumber.slice(0, phoneNumber.length < 8 ? 0 : 3)
  return `${start}${'*'.repeat(Math.max(phoneNumber.length - start.length - 2, 0))}${phoneNumber.slice(-2)}`
}

/** Events of employees. The others come from payments, from an order that is paid, and from time. */
const isEmployees = (event: LifecycleEvent['type']): boolean =>
  !event.startsWith('payment.') && event !== 'review.begin' && event !== 'pickup.missed'

/**
 * Orders as employees see them: without the claim code, and without the receiver's number and the room password unless
 * the caller logs it (`withCustomer`).
 */
export async function readForOperator(
  tx: Database,
  reading: Pick<Services, 'keys' | 'now'>,
  rows: OrderRow[],
  locale: Locale,
  { withCustomer = false } = {},
): Promise<OperatorOrder[]> {
  if (rows.length === 0) return []
  const orderIds = rows.map(({ orderId }) => orderId)
  const last = await selectLastEvents(tx, { orderIds })
  const disputes = await findDisputes(tx, orderIds)
  const reviews = await findReviews(tx, orderIds)
  return (await withParts(tx, rows)).map((parts) => {
    const { order, bags, refunds } = parts
    const read = toOrder(parts, reading, locale)
    const review = reviews.find(({ orderId }) => orderId === order.orderId)
    const event = last.find(({ orderId }) => orderId === order.orderId)
    const { transferCourierName, transferCourierPhone, transferCourierPlate } = order
    return {
      ...read,
      claimCode: null,
      source: order.source,
      creationType: order.creationType,
      orderReview: review ? toReview(review) : null,
      refunds: read.refunds.map((refund) => {
        const { state, tries, tryTime, lastError } = refunds.find(
          ({ refundId }) => refundId === refund.refundId,
        )!
        return { ...refund, state, tries, nextTime: tryTime?.toISOString() ?? null, lastError }
      }),
      disputes: disputes
        .filter(({ orderId }) => orderId === order.orderId)
        .map(({ dispute: { disputeId, amount, currency, reason, state, createTime, closeTime } }) => ({
          disputeId,
          amount: { amount, currency },
          reason,
          state,
          createTime: createTime.toISOString(),
          closeTime: closeTime?.toISOString() ?? null,
        })),
      receiver: withCustomer
        ? read.receiver
        : { ...read.receiver, phoneNumber: masked(read.receiver.phoneNumber) },
      roomPassword: withCustomer ? order.roomPassword : null,
      courier: courierOf(order),
      courierArrivedTime: order.courierArrivedTime?.toISOString() ?? null,
      courierId: order.courierId,
      transferTo: transferCourierName
        ? { name: transferCourierName, phone: transferCourierPhone ?? '', plate: transferCourierPlate ?? '' }
        : null,
      transferToId: order.transferCourierId,
      exception:
        order.exceptionReason !== null && order.exceptionTime
          ? {
              reason: order.exceptionReason,
              isImportant: order.exceptionIsImportant,
              time: order.exceptionTime.toISOString(),
            }
          : null,
      unconfirmedTags: bags.filter(({ confirmTime }) => confirmTime === null).map(({ tagCode }) => tagCode),
      events: legalEventsOf(order, reading.now()).filter(isEmployees),
      lastEvent: event ? toTraceEvent(event, order, locale) : null,
    }
  })
}
