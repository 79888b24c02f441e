import { errorCodes } from '@handsfree/core/lib'
import { policy } from '@handsfree/core/policy'
import { and, count, eq, gt, or, type SQL, sql } from 'drizzle-orm'
import { ApiError } from '../../runtime/http/api-error.ts'
import { isUnderWay, isUnpaid } from './lifecycle-columns.ts'
import { orders } from './orders.table.ts'

const dayMs = 86_400_000

const isOfToday = gt(orders.createTime, sql`${sql.placeholder('dayBegins')}::timestamptz`)
const isHere = sql`${orders.pickupPlace} ->> 'siteId' = here.site_id`
const countWhere = (condition: SQL | undefined) =>
  sql<number>`${count()} filter (where ${condition})`.mapWith(Number)

/**
 * Counts of a traveller's orders (see `isCountedOf`), as columns of a query on `orders`. The query must define the
 * pickup site as `here`.
 */
export const orderCounts = {
  unpaid: countWhere(isUnpaid),
  here: countWhere(and(isUnderWay, isHere)),
  open: countWhere(isUnderWay),
  cancelled: countWhere(and(eq(orders.closing, 'cancelled'), isOfToday)),
}

export const isCountedOf = (uin: SQL) => and(eq(orders.uin, uin), or(isUnderWay, isOfToday))

export const dayBegins = (now: Date): string => new Date(now.getTime() - dayMs).toISOString()

const tooMany = (message: string, field: string) =>
  new ApiError(errorCodes.accessDenied, message, { status: 429, details: { field } })

/**
 * Throws 1012 (429) at an order limit. `field` names it: `unpaidOrders`, `siteOrders` of this pickup site,
 * `openOrders`, `cancelledOrders` of the last 24 hours. Lock the traveller before counting, or concurrent orders are
 * missed.
 */
export function refuseTooManyOrders(has: Record<keyof typeof orderCounts, number>): void {
  if (has.unpaid >= policy.maxUnpaidOrders) throw tooMany('too many unpaid orders', 'unpaidOrders')
  if (has.here >= policy.maxSiteOrders) throw tooMany('too many open orders at this site', 'siteOrders')
  if (has.open >= policy.maxOpenOrders) throw tooMany('too many open orders', 'openOrders')
  if (has.cancelled >= policy.cancelledOrdersPerDay) {
    throw tooMany('too many cancelled orders today', 'cancelledOrders')
  }
}
