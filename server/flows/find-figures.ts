import { type Figures, type Locale, maxFigureDays, type OrderFigures } from '@handsfree/core/contract'
import { errorCodes } from '@handsfree/core/lib'
import { and, gte, inArray, isNotNull, lt, sql } from 'drizzle-orm'
import { orders } from '../domain/orders/orders.table.ts'
import { sites } from '../domain/sites/sites.table.ts'
import { employees } from '../domain/users/employees.table.ts'
import type { Database } from '../runtime/db/database.ts'
import { ApiError } from '../runtime/http/api-error.ts'

const dayMs = 86_400_000

const day = sql<string>`to_char(${orders.pickupTime} at time zone ${orders.timeZone}, 'YYYY-MM-DD')`
const siteId = sql<string>`(${orders.pickupPlace} ->> 'siteId')`
const isLate = sql`(${orders.lateRefund} is not null or ${orders.lateDeliveryTime} is not null)`

const countOf = (condition: ReturnType<typeof sql>) =>
  sql<number>`count(*) filter (where ${condition})`.mapWith(Number)

const counts = {
  orders: sql<number>`count(*)`.mapWith(Number),
  pieces: sql<number>`sum(${orders.pieces})`.mapWith(Number),
  handedOver: countOf(sql`${orders.handedTime} is not null`),
  onTime: countOf(sql`${orders.arrivedTime} is not null and not ${isLate}`),
  late: countOf(isLate),
  missedPickups: countOf(sql`${orders.missedPickupTime} is not null`),
  cancelled: countOf(sql`${orders.cancelTime} is not null`),
  // Drizzle omits the table of a column, and claims have an order too.
  claims: sql<number>`sum((select count(*) from claims where claims.order_id = orders.order_id))`.mapWith(
    Number,
  ),
}

const noOrders: OrderFigures = {
  orders: 0,
  pieces: 0,
  handedOver: 0,
  onTime: 0,
  late: 0,
  missedPickups: 0,
  cancelled: 0,
  claims: 0,
}

const byOrders = (one: OrderFigures, other: OrderFigures): number => other.orders - one.orders

/** Counts in one pass over the index of pickup times. Throws 1008 for too many days or none. */
export async function findFigures(
  tx: Database,
  { from, until, locale }: { from: string; until: string; locale: Locale },
): Promise<Figures> {
  const days = (Date.parse(until) - Date.parse(from)) / dayMs + 1
  if (days < 1 || days > maxFigureDays) throw new ApiError(errorCodes.paramError, 'too many days, or none')
  const rows = await tx
    .select({ day, siteId, courierId: orders.courierId, ...counts })
    .from(orders)
    .where(
      and(
        isNotNull(orders.paidTime),
        // Wide enough for every time zone; lets the index be used.
        gte(orders.pickupTime, new Date(Date.parse(from) - dayMs)),
        lt(orders.pickupTime, new Date(Date.parse(until) + 2 * dayMs)),
        sql`${day} between ${from} and ${until}`,
      ),
    )
    .groupBy(sql`grouping sets ((), (${day}), (${siteId}), (${orders.courierId}))`)
    .having(sql`count(*) > 0`)
  const facts = rows.map(({ day, siteId, courierId, ...figures }) => ({ day, siteId, courierId, figures }))
  const siteNames = await namesOfSites(
    tx,
    facts.flatMap(({ siteId }) => siteId ?? []),
    locale,
  )
  const courierNames = await namesOfEmployees(
    tx,
    facts.flatMap(({ courierId }) => courierId ?? []),
  )
  const isTotal = (one: (typeof facts)[number]) => (one.day ?? one.siteId ?? one.courierId) === null
  return {
    // Orders without a courier form a group that also looks like the total.
    total: facts
      .filter(isTotal)
      .reduce((all, { figures }) => (figures.orders > all.orders ? figures : all), noOrders),
    days: facts
      .flatMap(({ day, figures }) => (day === null ? [] : [{ day, ...figures }]))
      .sort((one, other) => (one.day < other.day ? -1 : 1)),
    sites: facts
      .flatMap(({ siteId, figures }) =>
        siteId === null ? [] : [{ siteId, name: siteNames.get(siteId) ?? siteId, ...figures }],
      )
      .sort(byOrders),
    couriers: facts
      .flatMap(({ courierId, figures }) =>
        courierId === null
          ? []
          : [{ employeeId: courierId, name: courierNames.get(courierId) ?? courierId, ...figures }],
      )
      .sort(byOrders),
  }
}

async function namesOfSites(
  tx: Database,
  ids: readonly string[],
  locale: Locale,
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await tx
    .select({ siteId: sites.siteId, name: sites.name })
    .from(sites)
    .where(inArray(sites.siteId, [...ids]))
  return new Map(rows.map(({ siteId, name }) => [siteId, name[locale]]))
}

/** Names of employees by id, also of disabled ones. */
export async function namesOfEmployees(
  tx: Database,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await tx
    .select({ employeeId: employees.employeeId, name: employees.name })
    .from(employees)
    .where(inArray(employees.employeeId, [...new Set(ids)]))
  return new Map(rows.map(({ employeeId, name }) => [employeeId, name]))
}
