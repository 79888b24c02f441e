import { errorCodes } from '@handsfree/core/api'
import { and, eq } from 'drizzle-orm'
import type { Work } from '../db/work.ts'
import { ApiError } from '../http/api-error.ts'
import type { OrderRow } from '../orders/orders.table.ts'
import { employees } from '../users/employees.table.ts'

type CourierRow = typeof employees.$inferSelect

/** Finds a courier. Throws 2000 for an unknown id, 2005 for a disabled courier, 2008 for one without a car. */
export async function findCourier({ tx }: Pick<Work, 'tx'>, employeeId: string): Promise<CourierRow> {
  const [found] = await tx
    .select()
    .from(employees)
    .where(and(eq(employees.employeeId, employeeId), eq(employees.role, 'courier')))
  if (!found) throw new ApiError(errorCodes.userNotExists, 'no such courier', { status: 404 })
  if (found.disableTime)
    throw new ApiError(errorCodes.userStateError, 'the courier is disabled', { status: 409 })
  if (found.plate === '') {
    throw new ApiError(errorCodes.employeeNotBoundToCar, 'the courier has no car', { status: 409 })
  }
  return found
}

/** Columns of the courier who is asked to carry an order. */
export const assignedTo = ({ employeeId, name, phone, plate }: CourierRow): Partial<OrderRow> => ({
  courierId: employeeId,
  courierName: name,
  courierPhone: phone,
  courierPlate: plate,
})

/** Columns of the courier who is asked to take an order over. */
export const offeredTo = ({ employeeId, name, phone, plate }: CourierRow): Partial<OrderRow> => ({
  transferCourierId: employeeId,
  transferCourierName: name,
  transferCourierPhone: phone,
  transferCourierPlate: plate,
})

/** Columns of an order that was taken over by the courier who was asked. */
export const takenOver = (order: OrderRow): Partial<OrderRow> => ({
  courierId: order.transferCourierId,
  courierName: order.transferCourierName,
  courierPhone: order.transferCourierPhone,
  courierPlate: order.transferCourierPlate,
})
