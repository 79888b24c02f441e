import {
  type EmployeeView,
  operatorHand,
  operatorReport,
  operatorRetag,
  operatorTransferAccept,
  operatorTransferReject,
  siteViews,
} from '@handsfree/core/contract'
import { errorCodes } from '@handsfree/core/lib'
import { employeeLimits } from '@handsfree/core/policy'
import { eq, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { ApiError } from '../../runtime/http/api-error.ts'
import type { Employee } from '../../runtime/services.ts'
import { viewCondition } from '../orders/lifecycle-columns.ts'
import { isBrought, type OrderRow, orders } from '../orders/orders.table.ts'
import { placeOfBags, siteOfBags } from '../orders/place-of-bags.ts'

/** Orders that a courier has, or was asked to take over. */
export const ofCourier = (employeeId: SQLWrapper | string): SQL[] => [
  eq(orders.courierId, employeeId),
  eq(orders.transferCourierId, employeeId),
]

/** Orders that leave a site or come to it, also on their way back. */
export const ofSite = (siteId: SQLWrapper | string | null): SQL[] => [
  sql`${orders.pickupPlace} ->> 'siteId' = ${siteId}`,
  sql`${orders.deliveryPlace} ->> 'siteId' = ${siteId}`,
  sql`(${isBrought} and ${orders.returnPlace} ->> 'siteId' = ${siteId})`,
]

const isMoving = sql`${orders.return} = 'inProgress'`

/**
 * Views of a desk that are about bags at its site or on their way to it: which of the orders that it sees they list. Every
 * other view lists those of both ends of a trip.
 */
const deskConditions = new Map<EmployeeView, (siteId: string) => SQL>([
  ...[siteViews.waitWarehouse, siteViews.inSite, siteViews.waitHand].map(
    (view) =>
      [
        view,
        (siteId: string) => sql`(${viewCondition(view)} and not ${isMoving} and ${siteOfBags} = ${siteId})`,
      ] as const,
  ),
  [
    siteViews.notArrived,
    (siteId) => sql`((${viewCondition(siteViews.notArrived)} or (${orders.closing} = 'open' and ${isMoving}))
      and ${siteOfBags} = ${siteId})`,
  ],
  [
    siteViews.waitPickup,
    (siteId) =>
      sql`(${viewCondition(siteViews.waitPickup)} and ${orders.pickupPlace} ->> 'siteId' = ${siteId})`,
  ],
])

export const deskViews: readonly EmployeeView[] = [...deskConditions.keys()]

/** Which orders a view lists for an employee, of those that they see. */
export function viewOf({ role, siteId }: Employee, view: EmployeeView): SQL {
  const atDesk = role === 'site' && siteId !== null ? deskConditions.get(view) : undefined
  return atDesk?.(siteId ?? '') ?? viewCondition(view)
}

/**
 * The orders that an employee sees, as conditions one of which is true; none for an operator, who sees all. `sees` decides
 * the same for one order.
 */
export function scopesOf({ employeeId, role, siteId }: Employee): SQL[] {
  switch (role) {
    case 'operator':
      return []
    case 'courier':
      return ofCourier(employeeId)
    case 'site':
      return ofSite(siteId)
  }
}

/** Whether an employee sees an order; a hidden one is not found for them. */
export function sees({ employeeId, role, siteId }: Employee, order: OrderRow): boolean {
  switch (role) {
    case 'operator':
      return true
    case 'courier':
      return [order.courierId, order.transferCourierId].includes(employeeId)
    case 'site':
      return (
        siteId !== null &&
        [order.pickupPlace, order.deliveryPlace, placeOfBags(order)].some((place) => place.siteId === siteId)
      )
  }
}

const takingOver: string[] = [operatorTransferAccept.path, operatorTransferReject.path]

/** Calls about bags in a courier's hands. */
const holding: string[] = [operatorHand.path, operatorRetag.path]

/** Whether a site stores the bags, which no courier has taken on since. */
const isStored = (order: OrderRow): boolean =>
  order.warehouse === 'completed' && order.return !== 'inProgress' && order.return !== 'completed'

/**
 * Whether an employee who sees an order may make this call on it: a courier on what they carry, or were asked to take
 * over when the call is about that, but not on bags that a site stores; a site on what comes to it, and a report anywhere.
 */
export function mayAct({ employeeId, role, siteId }: Employee, path: string, order: OrderRow): boolean {
  switch (role) {
    case 'operator':
      return true
    case 'courier':
      if (holding.includes(path) && isStored(order)) return false
      return (takingOver.includes(path) ? order.transferCourierId : order.courierId) === employeeId
    case 'site':
      return path === operatorReport.path || placeOfBags(order).siteId === siteId
  }
}

/** Whether an employee who sees an order may read the password of the guest's room: until the bags are picked up. */
export function readsRoomPassword({ employeeId, role, siteId }: Employee, order: OrderRow): boolean {
  if (order.closing !== 'open' || order.pickup === 'pickuped') return false
  switch (role) {
    case 'operator':
      return true
    case 'courier':
      return order.assignment === 'accepted' && order.courierId === employeeId
    case 'site':
      return siteId !== null && order.pickupPlace.siteId === siteId
  }
}

/** Whether an employee who sees an order may read the receiver's whole number: couriers and sites until some days after its end. */
export function readsPhone({ role }: Employee, order: OrderRow, now: Date): boolean {
  if (role === 'operator' || order.closing === 'open') return true
  const end = order.handedTime ?? order.cancelTime ?? order.completedTime ?? order.updateTime
  return now.getTime() - end.getTime() < employeeLimits.receiverPhoneDays * 86_400_000
}

export const accessDenied = () => new ApiError(errorCodes.accessDenied, 'access denied')
