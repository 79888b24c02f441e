import {
  errorCodes,
  operatorReport,
  operatorTransferAccept,
  operatorTransferReject,
} from '@handsfree/core/api'
import { eq, or, type SQL, sql } from 'drizzle-orm'
import { ApiError } from '../http/api-error.ts'
import { type OrderRow, orders } from '../orders/orders.table.ts'
import type { Employee } from '../users/employees.ts'

/** Which orders an employee sees, as a condition: an operator all of them. `sees` says the same of one order. */
export function scopeOf({ employeeId, role, siteId }: Employee): SQL | undefined {
  switch (role) {
    case 'operator':
      return undefined
    case 'courier':
      return or(eq(orders.courierId, employeeId), eq(orders.transferCourierId, employeeId))
    case 'site':
      return or(
        sql`${orders.pickupPlace} ->> 'siteId' = ${siteId}`,
        sql`${orders.deliveryPlace} ->> 'siteId' = ${siteId}`,
      )
  }
}

/** Whether an employee sees an order: what they do not see is not there for them. */
export function sees({ employeeId, role, siteId }: Employee, order: OrderRow): boolean {
  switch (role) {
    case 'operator':
      return true
    case 'courier':
      return [order.courierId, order.transferCourierId].includes(employeeId)
    case 'site':
      return siteId !== null && [order.pickupPlace.siteId, order.deliveryPlace.siteId].includes(siteId)
  }
}

const takingOver: string[] = [operatorTransferAccept.path, operatorTransferReject.path]

/**
 * Whether an employee who sees an order may also make this call on it: a courier on what they carry themselves, or
 * were asked to take over when the call is about that; a site on what comes to it, and a report wherever it is.
 */
export function mayAct({ employeeId, role, siteId }: Employee, path: string, order: OrderRow): boolean {
  switch (role) {
    case 'operator':
      return true
    case 'courier':
      return (takingOver.includes(path) ? order.transferCourierId : order.courierId) === employeeId
    case 'site':
      return path === operatorReport.path || order.deliveryPlace.siteId === siteId
  }
}

/** The answer to an employee who sees an order but may not do this with it. */
export const accessDenied = () => new ApiError(errorCodes.accessDenied, 'access denied')
