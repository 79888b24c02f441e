import type { OrderCourier } from '@handsfree/core/contract'
import { errorCodes } from '@handsfree/core/lib'
import { and, asc, count, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { Database } from '../../runtime/db/database.ts'
import type { Work } from '../../runtime/db/work.ts'
import { ApiError } from '../../runtime/http/api-error.ts'
import type { Employee } from '../../runtime/services.ts'
import { type OrderRow, orders } from '../orders/orders.table.ts'
import { sites } from '../sites/sites.table.ts'
import { shifts } from '../users/crew.table.ts'
import { employees } from '../users/employees.table.ts'

type CourierRow = typeof employees.$inferSelect

/**
 * Returns the regions of an order's sites. Private addresses don't have a site, so only the pickup site's region
 * counts.
 */
async function regionsOf({ tx }: { tx: Database }, order: OrderRow): Promise<string[]> {
  const siteIds = [order.pickupPlace.siteId, order.deliveryPlace.siteId].filter((id) => id !== null)
  const found = await tx
    .select({ regionId: sites.regionId })
    .from(sites)
    .where(inArray(sites.siteId, siteIds))
  return found.map(({ regionId }) => regionId)
}

/**
 * Finds a courier for an order, with the plate of the car that they have taken. Throws 2000 for an unknown id, 2005 for
 * a disabled courier, 2008 for a courier without a car. Throws 5002 if their region is neither the pickup's nor the
 * delivery's.
 */
export async function findCourier(
  { tx }: Pick<Work, 'tx'>,
  employeeId: string,
  order: OrderRow,
): Promise<CourierRow> {
  const [found] = await tx
    .select({ employee: employees, takenPlate: shifts.plate })
    .from(employees)
    .leftJoin(shifts, and(eq(shifts.employeeId, employees.employeeId), isNull(shifts.endTime)))
    .where(and(eq(employees.employeeId, employeeId), eq(employees.role, 'courier')))
  const courier = found && { ...found.employee, plate: found.takenPlate ?? found.employee.plate }
  if (!courier) throw new ApiError(errorCodes.userNotExists, 'unknown courier', { status: 404 })
  if (courier.disableTime)
    throw new ApiError(errorCodes.userStateError, 'the courier is disabled', { status: 409 })
  if (courier.plate === '') {
    throw new ApiError(errorCodes.employeeNotBoundToCar, 'the courier has no car', { status: 409 })
  }
  if (courier.regionId !== null && !(await regionsOf({ tx }, order)).includes(courier.regionId)) {
    throw new ApiError(errorCodes.assignOperationRejected, 'the courier works in another region', {
      status: 409,
      details: { field: 'regionId', regionId: courier.regionId },
    })
  }
  return courier
}

/** Lists couriers that `findCourier` accepts. Couriers only see colleagues on shift. */
export async function listCouriersFor(
  tx: Database,
  order: OrderRow,
  { employeeId: callerId, role }: Employee,
): Promise<OrderCourier[]> {
  const found = await tx
    .select({ employee: employees, shift: shifts })
    .from(employees)
    .leftJoin(shifts, and(eq(shifts.employeeId, employees.employeeId), isNull(shifts.endTime)))
    .where(and(eq(employees.role, 'courier'), isNull(employees.disableTime)))
    .orderBy(asc(employees.name), asc(employees.employeeId))
  const regions = await regionsOf({ tx }, order)
  const couriers = found.flatMap(({ employee: { employeeId, name, plate: ownPlate, regionId }, shift }) => {
    const plate = shift?.plate ?? ownPlate
    const canTake = plate !== '' && (regionId === null || regions.includes(regionId))
    const isHidden = role === 'courier' && (employeeId === callerId || !shift)
    if (!canTake || isHidden) return []
    return { employeeId, name, plate, isOnShift: shift !== null, isOnBreak: shift?.breakTime != null }
  })
  const loads = await tx
    .select({ courierId: orders.courierId, openOrders: count() })
    .from(orders)
    .where(
      and(
        eq(orders.closing, sql`'open'`),
        inArray(
          orders.courierId,
          couriers.map(({ employeeId }) => employeeId),
        ),
      ),
    )
    .groupBy(orders.courierId)
  const loadOf = new Map(loads.map(({ courierId, openOrders }) => [courierId, openOrders]))
  return couriers
    .map((courier) => ({ ...courier, openOrders: loadOf.get(courier.employeeId) ?? 0 }))
    .sort(
      (one, other) =>
        Number(other.isOnShift) - Number(one.isOnShift) ||
        Number(one.isOnBreak) - Number(other.isOnBreak) ||
        one.openOrders - other.openOrders,
    )
}

export const assignmentColumns = ({ employeeId, name, phone, plate }: CourierRow): Partial<OrderRow> => ({
  courierId: employeeId,
  courierName: name,
  courierPhone: phone,
  courierPlate: plate,
})

export const transferColumns = ({ employeeId, name, phone, plate }: CourierRow): Partial<OrderRow> => ({
  transferCourierId: employeeId,
  transferCourierName: name,
  transferCourierPhone: phone,
  transferCourierPlate: plate,
})

export const acceptedTransferColumns = (order: OrderRow): Partial<OrderRow> => ({
  courierId: order.transferCourierId,
  courierName: order.transferCourierName,
  courierPhone: order.transferCourierPhone,
  courierPlate: order.transferCourierPlate,
})
