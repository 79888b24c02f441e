import { errorCodes } from '@handsfree/core/lib'
import { policy } from '@handsfree/core/policy'
import { and, count, eq, gt, or, type SQL, sql } from 'drizzle-orm'
import { ApiError } from '../../runtime/http/api-error.ts'
import { isUnderWay, isUnpaid } from './lifecycle-columns.ts'
import { orders } from './orders.table.ts'

const dayMs = 86_400_000

const isOfToday = gt(orders.createTime, sql`${sql.placeholder('dayBegins')}::timestamptz`)
const isHere = sql`${orders.pickupPlace} ->> 'siteId' = here.site_id`
const counted = (condition: SQL | undefined) =>
  sql<number>`${count()} filter (where ${condition})`.mapWith(Number)

/**
 * How many orders a traveller has, of those that `isCountedOf` finds: columns of a query on `orders`, which names the
 * pickup site as `here`.
 */
export const orderCounts = {
  unpaid: counted(isUnpaid),
  here: counted(and(isUnderWay, isHere)),
  open: counted(isUnderWay),
  cancelled: counted(and(eq(orders.closing, 'cancelled'), isOfToday)),
}

export const isCountedOf = (uin: SQL) => and(eq(orders.uin, uin), or(isUnderWay, isOfToday))

/** Value of the placeholder above. */
export const dayBegins = (now: Date): string => new Date(now.getTime() - dayMs).toISOString()

const tooMany = (message: string, field: string) =>
  new ApiError(errorCodes.accessDenied, message, { status: 429, details: { field } })

/**
 * Throws 1012 (429) for a traveller with as many orders as allowed; `field` names the limit: `unpaidOrders`,
 * `siteOrders` of this pickup site, `openOrders` in all, `cancelledOrders` of the last 24 hours. Count behind the
 * traveller's lock, or concurrent orders are missed.
 */
export function refuseTooManyOrders(has: Record<keyof typeof orderCounts, number>): void {
  if (has.unpaid >= policy.maxUnpaidOrders) throw tooMany('too many unpaid orders', 'unpaidOrders')
  if (has.here >= policy.maxSiteOrders) throw tooMany('too many open orders at this site', 'siteOrders')
  if (has.open >= policy.maxOpenOrders) throw tooMany('too many open orders', 'openOrders')
  if (has.cancelled >= policy.cancelledOrdersPerDay) {
    throw tooMany('too many cancelled orders today', 'cancelledOrders')
  }
}
