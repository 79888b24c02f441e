import {
  type EmployeeView,
  operatorConfirmPickup,
  operatorHand,
  operatorReport,
  operatorRetag,
  operatorTransferAccept,
  operatorTransferReject,
  operatorUploadPhoto,
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

export const courierScopes = (employeeId: SQLWrapper | string): SQL[] => [
  eq(orders.courierId, employeeId),
  eq(orders.transferCourierId, employeeId),
]

export const siteScopes = (siteId: SQLWrapper | string | null): SQL[] => [
  sql`${orders.pickupPlace} ->> 'siteId' = ${siteId}`,
  sql`${orders.deliveryPlace} ->> 'siteId' = ${siteId}`,
  sql`(${isBrought} and ${orders.returnPlace} ->> 'siteId' = ${siteId})`,
]

const isReturnMoving = sql`${orders.return} = 'inProgress'`

/** Desk views that only cover bags at the site or on their way to it. All other views cover both ends of a trip. */
const deskConditions = new Map<EmployeeView, (siteId: string) => SQL>([
  ...[siteViews.waitWarehouse, siteViews.inSite, siteViews.waitHand].map(
    (view) =>
      [
        view,
        (siteId: string) =>
          sql`(${viewCondition(view)} and not ${isReturnMoving} and ${siteOfBags} = ${siteId})`,
      ] as const,
  ),
  [
    siteViews.notArrived,
    (
      siteId,
    ) => sql`((${viewCondition(siteViews.notArrived)} or (${orders.closing} = 'open' and ${isReturnMoving}))
      and ${siteOfBags} = ${siteId})`,
  ],
  [
    siteViews.waitPickup,
    (siteId) =>
      sql`(${viewCondition(siteViews.waitPickup)} and ${orders.pickupPlace} ->> 'siteId' = ${siteId})`,
  ],
])

export const deskViews: readonly EmployeeView[] = [...deskConditions.keys()]

export function viewOf({ role, siteId }: Employee, view: EmployeeView): SQL {
  const atDesk = role === 'site' && siteId !== null ? deskConditions.get(view) : undefined
  return atDesk?.(siteId ?? '') ?? viewCondition(view)
}

/**
 * Conditions for the orders that an employee can see, any of which may match. Empty for operators, who see all. Keep
 * in sync with `sees`.
 */
export function scopesOf({ employeeId, role, siteId }: Employee): SQL[] {
  switch (role) {
    case 'operator':
      return []
    case 'courier':
      return courierScopes(employeeId)
    case 'site':
      return siteScopes(siteId)
  }
}

/** Hidden orders answer "not found". */
export function canSee({ employeeId, role, siteId }: Employee, order: OrderRow): boolean {
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

const transferPaths: string[] = [operatorTransferAccept.path, operatorTransferReject.path]

/** A site can report any of its orders, with photos. */
const reportPaths: string[] = [operatorReport.path, operatorUploadPhoto.path]

/** Calls that need the bags at hand. */
const custodyPaths: string[] = [operatorHand.path, operatorRetag.path]

/** Returns whether a site stores the bags and no courier has taken them on. */
export const isStored = (order: OrderRow): boolean =>
  order.warehouse === 'completed' && order.return !== 'inProgress' && order.return !== 'completed'

/**
 * Returns whether an employee who sees an order may make this call. Couriers act on orders that they carry, or were
 * asked to take over for those calls, but not on stored bags. Sites act on incoming bags, confirm those that
 * a courier took from them, and can report any order.
 */
export function mayAct({ employeeId, role, siteId }: Employee, path: string, order: OrderRow): boolean {
  switch (role) {
    case 'operator':
      return true
    case 'courier':
      if (custodyPaths.includes(path) && isStored(order)) return false
      return (transferPaths.includes(path) ? order.transferCourierId : order.courierId) === employeeId
    case 'site':
      if (path === operatorConfirmPickup.path) return order.pickupPlace.siteId === siteId
      return reportPaths.includes(path) || placeOfBags(order).siteId === siteId
  }
}

/** Returns whether an employee who sees an order may read the room password. Never after the pickup. */
export function canReadRoomPassword({ employeeId, role, siteId }: Employee, order: OrderRow): boolean {
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

/**
 * Returns whether an employee who sees an order may read the receiver's full number. Couriers and sites lose access
 * some days after the order ends.
 */
export function canReadPhone({ role }: Employee, order: OrderRow, now: Date): boolean {
  if (role === 'operator' || order.closing === 'open') return true
  const end = order.handedTime ?? order.cancelTime ?? order.completedTime ?? order.updateTime
  return now.getTime() - end.getTime() < employeeLimits.receiverPhoneDays * 86_400_000
}

export const accessDenied = () => new ApiError(errorCodes.accessDenied, 'access denied')
