import { type EmployeeRole, type Locale, type OperatorOrder, pickupFieldsOf } from '@handsfree/core/contract'
import { cleanLine, digitsOf } from '@handsfree/core/lib'
import { openWork } from '@handsfree/core/orders'
import {
  and,
  asc,
  eq,
  getTableColumns,
  ilike,
  inArray,
  isNull,
  like,
  not,
  or,
  type SQL,
  sql,
} from 'drizzle-orm'
import { alias, unionAll } from 'drizzle-orm/pg-core'
import type { Database } from '../../runtime/db/database.ts'
import { prepareStatement } from '../../runtime/db/prepare-statement.ts'
import { rowsOf } from '../../runtime/db/rows-of.ts'
import type { Employee, Services } from '../../runtime/services.ts'
import { signFileUrl } from '../files/file-url.ts'
import { relatedColumns, toOrderDetails } from '../order-details/order-details.ts'
import { courierOf, toOrder, toTraceEvent } from '../order-details/to-order.ts'
import { readCursor, toPage } from '../orders/find-orders.ts'
import { askEndOf, ruleCondition } from '../orders/lifecycle-columns.ts'
import { orderReviews } from '../orders/order-reviews.table.ts'
import { toReview } from '../orders/order-reviews.ts'
import { type OrderRow, orderBags, orderOperations, orders, orderTrace } from '../orders/orders.table.ts'
import { disputes, payments } from '../payments/payments.table.ts'
import { refundRequestRows, toRefundRequest } from '../payments/refund-requests.ts'
import { sites } from '../sites/sites.table.ts'
import { users } from '../users/users.table.ts'
import { readReferences } from './order-reference.ts'
import { possibleEventsOf } from './possible-events.ts'
import { canReadPhone, canReadRoomPassword } from './scope.ts'

const pageSize = 50
export const maxFoundOrders = 10
/** Overdue orders prepended to the first page. The rest follow as these are settled. */
const maxOverdue = 200

const isOverdue = sql`((closing = 'open' and pickup in ('none', 'waitPickup') and ${orders.missedPickupTime} is not null)
  or (closing = 'open' and transport <> 'completed' and ${orders.lateDeliveryTime} is not null))`

type OrderFilter = { scopes: readonly SQL[]; condition?: SQL | undefined }

/** Makes scopes disjoint: each order matches only its first scope. */
const disjointScopes = (scopes: readonly SQL[]): (SQL | undefined)[] =>
  scopes.map((scope, index) => and(scope, ...scopes.slice(0, index).map((one) => sql`(${one}) is not true`)))

/** Reads a page as a union of disjoint scopes, so that each uses its own index in order. */
function readPage(tx: Database, where: SQL | undefined, scopes: readonly SQL[]): Promise<OrderRow[]> {
  const order = [asc(orders.createTime), asc(orders.orderId)]
  const selectWhere = (scope?: SQL) =>
    tx
      .select()
      .from(orders)
      .where(and(where, scope))
      .orderBy(...order)
      .limit(pageSize + 1)
  const [first, second, ...others] = disjointScopes(scopes).map(selectWhere)
  if (!second) return (first ?? selectWhere()).execute()
  return unionAll(first!, second, ...others)
    .orderBy(...order)
    .limit(pageSize + 1)
    .execute()
}

/**
 * Lists orders of a view within `scopes`, oldest first, 50 per page. Defaults to orders with open work. The first
 * page starts with missed pickups and late deliveries, longest wait first.
 */
export async function listOrdersOf(
  tx: Database,
  { condition = ruleCondition(openWork), cursor, scopes }: OrderFilter & { cursor?: string | undefined },
) {
  const after = cursor === undefined ? null : readCursor(cursor)
  const isAfter =
    after &&
    sql`(${orders.createTime}, ${orders.orderId}) > (${after.createTime.toISOString()}::timestamptz, ${after.orderId})`
  const overdue = after
    ? []
    : await tx
        .select()
        .from(orders)
        .where(and(condition, or(...scopes), isOverdue))
        .orderBy(asc(orders.pickupTime), asc(orders.orderId))
        .limit(maxOverdue)
  const rows = await readPage(tx, and(condition, not(isOverdue), isAfter ?? undefined), scopes)
  const { list, nextCursor } = toPage(rows, pageSize)
  return { list: [...overdue, ...list], nextCursor }
}

/**
 * Finds orders within `scopes`, open or closed, by a tag in use, or by the start of their number or id. Returns at most
 * 10, an exact match first.
 */
export async function findByReference(
  tx: Database,
  { reference, condition, scopes }: OrderFilter & { reference: string },
): Promise<OrderRow[]> {
  const tag = cleanLine(reference)
  const tagged = await tx
    .select(getTableColumns(orders))
    .from(orderBags)
    .innerJoin(orders, eq(orders.orderId, orderBags.orderId))
    .where(
      and(
        inArray(orderBags.tagCode, [tag, tag.toUpperCase(), tag.toLowerCase()]),
        isNull(orderBags.unbindTime),
        or(...scopes),
        condition,
      ),
    )
  const found = [...tagged]
  for (const { column, where } of readReferences(reference)) {
    const numbered = await tx
      .select()
      .from(orders)
      .where(and(where, or(...scopes), condition))
      .orderBy(asc(column))
      .limit(maxFoundOrders)
    found.push(...numbered)
  }
  return [...new Map(found.map((order) => [order.orderId, order])).values()].slice(0, maxFoundOrders)
}

/** Escapes wildcards, so that a pattern only matches the text itself. */
const literal = (text: string): string => text.replace(/[\\%_]/g, '\\$&')

/** Fewest characters of a name that are searched: shorter ones would match most orders. */
const minNameLength = 2

/** Fewest characters that are searched at the end of a phone number or plate. */
const minEndLength = 4

/** Ways for operators: also the traveller, and the courier's plate without its dots and spaces. */
function operatorWays(typed: string, phone: string | null): SQL[] {
  const plate = typed.replace(/[\s·.-]/g, '').toUpperCase()
  return [
    sql`(select users.name from users where users.uin = orders.uin) ilike ${`%${literal(typed)}%`}`,
    ...(phone
      ? [sql`(select users.phone_number from users where users.uin = orders.uin) like ${phone}`]
      : []),
    ...(plate.length >= minEndLength
      ? [
          sql`upper(regexp_replace(${orders.courierPlate}, '[[:space:]·.-]', '', 'g')) like ${`%${literal(plate)}`}`,
        ]
      : []),
  ]
}

/**
 * Finds open orders by room, recipient or phone number: at most 10, the next pickup first. For operators also by the
 * traveller and the courier's plate.
 */
export async function findByPerson(
  tx: Database,
  { text, condition, scopes, role }: OrderFilter & { text: string; role: EmployeeRole },
): Promise<OrderRow[]> {
  const typed = cleanLine(text)
  if (typed === '') return []
  const digits = digitsOf(typed)
  const isPhone = digits.length >= minEndLength && /^[\d\s+()-]+$/.test(typed)
  const phone = isPhone ? `%${literal(digits)}` : null
  const ways = [
    ...(typed.length >= minNameLength ? [ilike(orders.receiverName, `%${literal(typed)}%`)] : []),
    ...(typed.length >= minNameLength && role === 'operator' ? operatorWays(typed, phone) : []),
    sql`upper(${orders.pickupPlace} ->> 'roomNumber') = upper(${typed})`,
    sql`upper(${orders.deliveryPlace} ->> 'roomNumber') = upper(${typed})`,
    ...(phone ? [like(orders.receiverPhoneNumber, phone)] : []),
  ]
  return tx
    .select()
    .from(orders)
    .where(and(eq(orders.closing, sql`'open'`), or(...scopes), condition, or(...ways)))
    .orderBy(asc(orders.pickupTime), asc(orders.orderId))
    .limit(maxFoundOrders)
}

const wantedOrderId = sql`wanted.order_id`

const selectOperatorDetails = prepareStatement('what employees read of orders', (db, name) =>
  db
    .select({
      orderId: sql<string>`wanted.order_id`,
      ...relatedColumns(wantedOrderId),
      last: rowsOf(
        getTableColumns(orderTrace),
        sql`from (select * from ${orderTrace} where ${orderTrace.orderId} = ${wantedOrderId}
          order by ${orderTrace.position} desc limit 1) as ${orderTrace}`,
      ),
      disputes: rowsOf(
        getTableColumns(disputes),
        sql`from ${payments} join ${disputes} on ${disputes.paymentId} = ${payments.paymentId}
          where ${payments.orderId} = ${wantedOrderId}`,
        sql`${disputes.createTime}, ${disputes.disputeId}`,
      ),
      isPickupConfirmed: sql<boolean>`exists (select 1 from ${orderOperations}
        where ${orderOperations.orderId} = ${wantedOrderId} and ${orderOperations.details} ? 'confirmedTags')`,
      refundRequests: refundRequestRows(wantedOrderId),
      reviews: rowsOf(
        getTableColumns(orderReviews),
        sql`from ${orderReviews} where ${orderReviews.orderId} = ${wantedOrderId}`,
      ),
    })
    .from(sql`unnest(${sql.placeholder('orderIds')}::text[]) as wanted(order_id)`)
    .prepare(name),
)

/** First letter of each word: enough to recognise a name, not to prove an identity. */
const toInitials = (name: string): string => name.replace(/(\S)\S*/gu, '$1**')

/** Whether this employee sees full names: operators, and sites while the order is open, to recognise their guests. */
export const seesNames = ({ role }: Employee, { closing }: OrderRow): boolean =>
  role === 'operator' || (role === 'site' && closing === 'open')

/** Masks a customer for this employee. Couriers must read the receiver's document for a hand-over by identity. */
const personFor = <Person extends { name: string; phoneNumber: string }>(
  employee: Employee,
  order: OrderRow,
  person: Person,
  { withCustomer, now }: { withCustomer: boolean; now: Date },
): Person => ({
  ...person,
  name: seesNames(employee, order) ? person.name : toInitials(person.name),
  phoneNumber:
    withCustomer && canReadPhone(employee, order, now) ? person.phoneNumber : maskPhone(person.phoneNumber),
})

/** Keeps the last two digits, and the first three of long numbers: enough to recognise it, not to call it. */
export const maskPhone = (phoneNumber: string): string => {
  const start = phoneNumber.slice(0, phoneNumber.length < 8 ? 0 : 3)
  return `${start}${'*'.repeat(Math.max(phoneNumber.length - start.length - 2, 0))}${phoneNumber.slice(-2)}`
}

/**
 * Maps orders for this employee, without the claim code. The receiver's number and the room password need
 * `withCustomer` (a logged read) and the employee's access.
 */
export async function readForOperator(
  tx: Database,
  services: Pick<Services, 'keys' | 'now'>,
  rows: OrderRow[],
  { employee, locale, withCustomer = false }: { employee: Employee; locale: Locale; withCustomer?: boolean },
): Promise<OperatorOrder[]> {
  if (rows.length === 0) return []
  const found = await selectOperatorDetails(tx, { orderIds: rows.map(({ orderId }) => orderId) })
  return rows.map((order) => {
    const related = found.find(({ orderId }) => orderId === order.orderId)!
    const { bags, refunds, last, disputes: disputeRows, reviews, isPickupConfirmed } = related
    const baseOrder = toOrder(toOrderDetails(order, related), services, locale)
    const [review] = reviews
    const [event] = last
    const { transferCourierName, transferCourierPhone, transferCourierPlate } = order
    return {
      ...baseOrder,
      claimCode: null,
      bags: baseOrder.bags.map((bag, index) => ({ ...bag, shelf: bags[index]?.shelf ?? null })),
      source: order.source,
      creationType: order.creationType,
      orderReview: review ? toReview(review) : null,
      refunds: baseOrder.refunds.map((refund) => {
        const { state, tries, tryTime, lastError } = refunds.find(
          ({ refundId }) => refundId === refund.refundId,
        )!
        return { ...refund, state, tries, nextTime: tryTime?.toISOString() ?? null, lastError }
      }),
      disputes: disputeRows.map(({ disputeId, amount, currency, reason, state, createTime, closeTime }) => ({
        disputeId,
        amount: { amount, currency },
        reason,
        state,
        createTime: createTime.toISOString(),
        closeTime: closeTime?.toISOString() ?? null,
      })),
      refundRequests:
        employee.role === 'operator'
          ? related.refundRequests.map((request) => toRefundRequest(request, order.currency, request))
          : [],
      receiver: personFor(employee, order, baseOrder.receiver, { withCustomer, now: services.now() }),
      ...pickupFieldsOf(withCustomer && canReadRoomPassword(employee, order) ? order : {}),
      traveller: null,
      openingHours: null,
      courier: courierOf(order),
      askEndTime: askEndOf(order)?.toISOString() ?? null,
      courierArrivedTime: order.courierArrivedTime?.toISOString() ?? null,
      courierId: order.courierId,
      transferTo: transferCourierName
        ? { name: transferCourierName, phone: transferCourierPhone ?? '', plate: transferCourierPlate ?? '' }
        : null,
      transferToId: order.transferCourierId,
      exception:
        order.exceptionReason !== null && order.exceptionTime
          ? {
              kind: order.exceptionKind,
              bags: order.exceptionBags,
              photos:
                employee.role === 'operator'
                  ? order.exceptionPhotos.map((fileId) => signFileUrl(services, fileId))
                  : [],
              reason: order.exceptionReason,
              isImportant: order.exceptionIsImportant,
              time: order.exceptionTime.toISOString(),
            }
          : null,
      isPickupConfirmed,
      unconfirmedTags: bags.filter(({ confirmTime }) => confirmTime === null).map(({ tagCode }) => tagCode),
      events: possibleEventsOf(order, employee, services.now()),
      lastEvent: event ? toTraceEvent(event, order, locale) : null,
    }
  })
}

/**
 * Reads the traveller's name and number, and both places' opening hours. Only for single orders, whose reads are
 * logged.
 */
export async function readCustomerDetails(
  tx: Database,
  order: OrderRow,
  { employee, now }: { employee: Employee; now: Date },
): Promise<Pick<OperatorOrder, 'traveller' | 'openingHours'>> {
  const { uin, pickupPlace, deliveryPlace } = order
  const [pickup, delivery] = [alias(sites, 'pickup'), alias(sites, 'delivery')]
  const [customer] = await tx
    .select({
      traveller: {
        name: users.name,
        dialCode: users.dialCode,
        phoneNumber: sql<string>`coalesce(${users.typedPhoneNumber}, ${users.phoneNumber})`,
        isPhoneVerified: sql<boolean>`${users.typedPhoneNumber} is null`,
      },
      deleteTime: users.deleteTime,
      pickupHours: pickup.hours,
      deliveryHours: delivery.hours,
    })
    .from(users)
    .leftJoin(pickup, eq(pickup.siteId, pickupPlace.siteId ?? ''))
    .leftJoin(delivery, eq(delivery.siteId, deliveryPlace.siteId ?? ''))
    .where(eq(users.uin, uin))
  const traveller = customer && customer.deleteTime === null ? customer.traveller : null
  return {
    traveller: traveller ? personFor(employee, order, traveller, { withCustomer: true, now }) : null,
    openingHours: { pickup: customer?.pickupHours ?? null, delivery: customer?.deliveryHours ?? null },
  }
}
