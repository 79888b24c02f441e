import type { Colleague, InHand, Shift } from '@handsfree/core/contract'
import { errorCodes } from '@handsfree/core/lib'
import { and, asc, count, eq, inArray, isNull, ne, notExists, or, sql } from 'drizzle-orm'
import type { Database, Transaction } from '../../runtime/db/database.ts'
import { writeUnique } from '../../runtime/db/work.ts'
import { ApiError, paramError } from '../../runtime/http/api-error.ts'
import { newId } from '../../runtime/random.ts'
import type { Services } from '../../runtime/services.ts'
import { vehicles } from '../catalogue/catalogue.table.ts'
import { orders } from '../orders/orders.table.ts'
import { shifts } from '../users/crew.table.ts'
import { lockEmployee } from '../users/crew-sessions.ts'
import { employees } from '../users/employees.table.ts'

type ShiftRow = typeof shifts.$inferSelect

export const toShift = ({ shiftId, plate, startTime, endTime, breakTime }: ShiftRow): Shift => ({
  shiftId,
  plate,
  startTime: startTime.toISOString(),
  endTime: endTime?.toISOString() ?? null,
  breakTime: breakTime?.toISOString() ?? null,
})

const isCurrent = isNull(shifts.endTime)

export async function findShift(tx: Database, employeeId: string): Promise<ShiftRow | null> {
  const [shift = null] = await tx
    .select()
    .from(shifts)
    .where(and(eq(shifts.employeeId, employeeId), isCurrent))
  return shift
}

const attendanceNotExists = () =>
  new ApiError(errorCodes.attendanceNotExists, 'attendance not exists: start a shift first', { status: 409 })

/** Throws 9001 without a shift. */
export async function requireShift(tx: Database, employeeId: string): Promise<ShiftRow> {
  const shift = await findShift(tx, employeeId)
  if (!shift) throw attendanceNotExists()
  return shift
}

/** Plates of cars that no shift uses. */
export async function findFreePlates(tx: Database): Promise<string[]> {
  const isTaken = tx
    .select({ one: sql`1` })
    .from(shifts)
    .where(and(eq(shifts.plate, vehicles.plate), isCurrent))
  const rows = await tx
    .selectDistinct({ plate: vehicles.plate })
    .from(vehicles)
    .where(and(isNull(vehicles.closedTime), notExists(isTaken)))
    .orderBy(asc(vehicles.plate))
  return rows.map(({ plate }) => plate)
}

const carTaken = () =>
  new ApiError(errorCodes.carActivatedByOthers, 'another courier has taken this car', { status: 409 })

/**
 * Starts a shift with a car, the courier's own by default. Throws 2008 without one, 1008 for an unknown plate, 4001 if
 * another courier has taken it. A shift with another car must end first (4001).
 */
export async function beginShift(
  tx: Transaction,
  { random, now }: Pick<Services, 'random' | 'now'>,
  employeeId: string,
  askedPlate: string | undefined,
): Promise<ShiftRow> {
  const courier = await lockEmployee(tx, employeeId, 'no key update')
  const plate = askedPlate ?? courier?.plate ?? ''
  if (plate === '') {
    throw new ApiError(errorCodes.employeeNotBoundToCar, 'employee not bound to car', { status: 409 })
  }
  const current = await findShift(tx, employeeId)
  if (current?.plate === plate) return current
  if (current) throw carTaken()
  const [vehicle] = await tx
    .select()
    .from(vehicles)
    .where(and(eq(vehicles.plate, plate), isNull(vehicles.closedTime)))
  if (!vehicle) throw paramError('no car has this plate', 400)
  const row: ShiftRow = {
    shiftId: newId(random),
    employeeId,
    plate,
    startTime: now(),
    endTime: null,
    breakTime: null,
  }
  if (!(await writeUnique(tx, (inner) => inner.insert(shifts).values(row)))) throw carTaken()
  return row
}

/** Picked-up bags that a courier carries, neither stored nor handed over. */
const isInHand = and(
  eq(orders.closing, sql`'open'`),
  eq(orders.pickup, 'pickuped'),
  or(and(ne(orders.warehouse, 'completed'), ne(orders.warehouse, 'handed')), eq(orders.return, 'inProgress')),
)

export const isCarriedBy = (employeeId: string) => and(eq(orders.courierId, employeeId), isInHand)

/** A plate without spaces, dots and hyphens, in capitals: couriers type 浙A6K27Q for 浙A·6K27Q. */
const comparablePlate = (plate: string): string => plate.replace(/[^\p{L}\p{N}]/gu, '').toUpperCase()

export const bagsInHand = (orderIds: readonly string[]) =>
  new ApiError(errorCodes.assignOperationRejected, 'bags are with the courier', {
    status: 409,
    details: { orderIds: orderIds.slice(0, 50) },
  })

/** Throws 5002 while the courier carries bags. */
export async function requireEmptyHands(tx: Database, employeeId: string): Promise<void> {
  const carried = await tx
    .select({ orderId: orders.orderId })
    .from(orders)
    .where(isCarriedBy(employeeId))
    .limit(50)
  if (carried.length > 0) throw bagsInHand(carried.map(({ orderId }) => orderId))
}

/** The orders and bags that couriers carry, by courier. */
export async function countInHand(
  tx: Database,
  employeeIds: readonly string[],
): Promise<(employeeId: string) => InHand> {
  const rows = await tx
    .select({
      courierId: orders.courierId,
      orders: count(),
      pieces: sql<number>`sum(${orders.pieces})::integer`,
    })
    .from(orders)
    .where(and(inArray(orders.courierId, [...employeeIds]), isInHand))
    .groupBy(orders.courierId)
  return (employeeId) => {
    const found = rows.find(({ courierId }) => courierId === employeeId)
    return { orders: found?.orders ?? 0, pieces: found?.pieces ?? 0 }
  }
}

/**
 * Throws 9001 without a shift, 4002 for another car, 5002 while the courier carries bags. A null plate isn't compared:
 * an operator ends the shift.
 */
export async function finishShift(
  tx: Transaction,
  now: Date,
  employeeId: string,
  plate: string | null,
): Promise<ShiftRow> {
  // Acts lock the employee too, so no pickup commits after the orders are read.
  await lockEmployee(tx, employeeId, 'no key update')
  const shift = await requireShift(tx, employeeId)
  if (plate !== null && comparablePlate(shift.plate) !== comparablePlate(plate)) {
    throw new ApiError(errorCodes.carActivatedNotByMe, 'the car on this shift is another', { status: 409 })
  }
  await requireEmptyHands(tx, employeeId)
  await tx.update(shifts).set({ endTime: now, breakTime: null }).where(eq(shifts.shiftId, shift.shiftId))
  return { ...shift, endTime: now, breakTime: null }
}

export async function setBreak(
  tx: Transaction,
  now: Date,
  employeeId: string,
  isOnBreak: boolean,
): Promise<ShiftRow> {
  const shift = await requireShift(tx, employeeId)
  const breakTime = isOnBreak ? (shift.breakTime ?? now) : null
  await tx.update(shifts).set({ breakTime }).where(eq(shifts.shiftId, shift.shiftId))
  return { ...shift, breakTime }
}

export const findShifts = (tx: Database) =>
  tx
    .select({ shift: shifts, name: employees.name, regionId: employees.regionId })
    .from(shifts)
    .innerJoin(employees, eq(employees.employeeId, shifts.employeeId))
    .where(isCurrent)
    .orderBy(asc(shifts.startTime), asc(shifts.shiftId))

/** Other couriers on shift in the same region, who can take bags over. */
export async function findColleagues(tx: Database, employeeId: string): Promise<Colleague[]> {
  const [self] = await tx.select().from(employees).where(eq(employees.employeeId, employeeId))
  const rows = await findShifts(tx)
  return rows
    .filter(
      ({ shift, regionId }) =>
        shift.employeeId !== employeeId &&
        (regionId === null || self?.regionId == null || regionId === self.regionId),
    )
    .map(({ shift, name }) => ({ employeeId: shift.employeeId, name, plate: shift.plate }))
}
