import {
  type Board,
  type BoardCourier,
  type BoardOrder,
  type Locale,
  maxBoardOrders,
} from '@handsfree/core/contract'
import { and, asc, eq, gte, inArray, isNotNull, isNull, lt, ne, or, type SQL, sql } from 'drizzle-orm'
import type { Database } from '../../runtime/db/database.ts'
import type { Employee } from '../../runtime/services.ts'
import { missedFromOf, promisedArrivalOf } from '../orders/lifecycle-columns.ts'
import { type OrderRow, orders } from '../orders/orders.table.ts'
import { regions } from '../regions/regions.table.ts'
import { sites } from '../sites/sites.table.ts'
import { shifts } from '../users/crew.table.ts'
import { employees } from '../users/employees.table.ts'
import { possibleEventsOf } from './possible-events.ts'
import { countInHand } from './shifts.ts'

type BoardFilter = { day: string; region: string | undefined; employee: Employee; locale: Locale; now: Date }

const dayMs = 86_400_000

const localDay = (time: typeof orders.pickupTime | typeof orders.deliveryTime) =>
  sql`to_char(${time} at time zone ${orders.timeZone}, 'YYYY-MM-DD')`

/** Wide enough for every time zone; lets the indexes be used. */
const isAround = (time: typeof orders.pickupTime | typeof orders.deliveryTime, day: string) =>
  and(gte(time, new Date(Date.parse(day) - dayMs)), lt(time, new Date(Date.parse(day) + 2 * dayMs)))

const isOfRegion = (region: string | undefined): SQL | undefined =>
  region === undefined
    ? undefined
    : sql`exists (select 1 from ${sites} where ${sites.regionId} = ${region}
        and ${sites.siteId} in (${orders.pickupPlace} ->> 'siteId', ${orders.deliveryPlace} ->> 'siteId'))`

const selectOrders = (tx: Database, where: (SQL | undefined)[]) =>
  tx
    .select()
    .from(orders)
    .where(and(...where))
    .orderBy(asc(orders.pickupTime), asc(orders.orderId))
    .limit(maxBoardOrders + 1)

const findAssigned = (tx: Database, { day, region }: BoardFilter) =>
  selectOrders(tx, [
    isNotNull(orders.courierId),
    isNull(orders.cancelTime),
    or(
      and(
        isNotNull(orders.paidTime),
        isAround(orders.pickupTime, day),
        sql`${localDay(orders.pickupTime)} = ${day}`,
      ),
      and(
        eq(orders.closing, sql`'open'`),
        ne(orders.transport, sql`'completed'`),
        isAround(orders.deliveryTime, day),
        sql`${localDay(orders.deliveryTime)} = ${day}`,
      ),
    ),
    isOfRegion(region),
  ])

const findUnassigned = (tx: Database, { day, region }: BoardFilter) =>
  selectOrders(tx, [
    sql`${orders.closing} = 'open' and ${orders.pickup} in ('none', 'waitPickup')`,
    sql`${orders.review} = 'pass' and ${orders.assignment} = 'none'`,
    lt(orders.pickupTime, new Date(Date.parse(day) + 2 * dayMs)),
    sql`${localDay(orders.pickupTime)} <= ${day}`,
    isOfRegion(region),
  ])

const siteIdsOf = ({ pickupPlace, deliveryPlace }: OrderRow): string[] =>
  [pickupPlace.siteId, deliveryPlace.siteId].filter((id) => id !== null)

async function findRegionIds(tx: Database, rows: readonly OrderRow[]): Promise<Map<string, string>> {
  const siteIds = [...new Set(rows.flatMap(siteIdsOf))]
  const found = await tx
    .select({ siteId: sites.siteId, regionId: sites.regionId })
    .from(sites)
    .where(inArray(sites.siteId, siteIds))
  return new Map(found.map(({ siteId, regionId }) => [siteId, regionId]))
}

function toBoardOrder(
  order: OrderRow,
  { employee, locale, now, regionOf }: BoardFilter & { regionOf: Map<string, string> },
): BoardOrder {
  const { pickupPlace, deliveryPlace, pickupTime, deliveryTime } = order
  const events = possibleEventsOf(order, employee, now)
  return {
    orderId: order.orderId,
    orderNumber: order.orderNumber,
    pieces: order.pieces,
    timeZone: order.timeZone,
    pickup: {
      siteId: pickupPlace.siteId,
      name: pickupPlace.name[locale],
      time: pickupTime.toISOString(),
      dueTime: new Date(missedFromOf(order)).toISOString(),
      isDone: order.pickup === 'pickuped',
    },
    delivery: {
      siteId: deliveryPlace.siteId,
      name: deliveryPlace.name[locale],
      time: deliveryTime.toISOString(),
      dueTime: new Date(promisedArrivalOf(order, now)).toISOString(),
      isDone: order.transport === 'completed',
    },
    regionIds: [...new Set(siteIdsOf(order).flatMap((siteId) => regionOf.get(siteId) ?? []))],
    courierId: order.assignment === 'none' ? null : order.courierId,
    isAsked: order.assignment === 'waitDecision',
    act: (['courier.assign', 'transfer.apply'] as const).find((event) => events.includes(event)) ?? null,
  }
}

async function findCouriers(
  tx: Database,
  courierIds: readonly string[],
  region: string | undefined,
): Promise<BoardCourier[]> {
  const found = await tx
    .select({ employee: employees, shift: shifts })
    .from(employees)
    .leftJoin(shifts, and(eq(shifts.employeeId, employees.employeeId), isNull(shifts.endTime)))
    .where(
      and(
        eq(employees.role, 'courier'),
        or(
          and(
            isNull(employees.disableTime),
            region === undefined ? undefined : or(isNull(employees.regionId), eq(employees.regionId, region)),
          ),
          inArray(employees.employeeId, [...courierIds]),
        ),
      ),
    )
    .orderBy(sql`${shifts.shiftId} is null`, asc(employees.name), asc(employees.employeeId))
  const inHandOf = await countInHand(
    tx,
    found.map(({ employee }) => employee.employeeId),
  )
  return found.map(({ employee: { employeeId, name, plate, regionId, disableTime }, shift }) => ({
    employeeId,
    name,
    plate: shift?.plate ?? plate,
    regionId,
    isDisabled: disableTime !== null,
    isOnShift: shift !== null,
    isOnBreak: shift?.breakTime != null,
    inHand: inHandOf(employeeId),
  }))
}

/** Reads a day's orders by courier, and the unassigned orders until its end. */
export async function findBoard(tx: Database, filter: BoardFilter): Promise<Board> {
  const assigned = await findAssigned(tx, filter)
  const unassigned = await findUnassigned(tx, filter)
  const regionOf = await findRegionIds(tx, [...assigned, ...unassigned])
  const toOrders = (rows: OrderRow[]) =>
    rows.slice(0, maxBoardOrders).map((order) => toBoardOrder(order, { ...filter, regionOf }))
  const openRegions = await tx
    .select()
    .from(regions)
    .where(isNull(regions.closedTime))
    .orderBy(asc(regions.regionId))
  return {
    regions: openRegions.map(({ regionId, name }) => ({ regionId, name: name[filter.locale] })),
    couriers: await findCouriers(
      tx,
      assigned.flatMap(({ courierId }) => courierId ?? []),
      filter.region,
    ),
    assigned: toOrders(assigned),
    unassigned: toOrders(unassigned),
    isCut: Math.max(assigned.length, unassigned.length) > maxBoardOrders,
  }
}
