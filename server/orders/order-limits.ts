import { errorCodes } from '@handsfree/core/api'
import { policy } from '@handsfree/core/policy'
import { and, count, eq, gt, or, type SQL, sql } from 'drizzle-orm'
import type { Work } from '../db/work.ts'
import { ApiError } from '../http/api-error.ts'
import { lockTraveller } from '../users/lock-traveller.ts'
import { orders } from './orders.table.ts'
import { isUnpaid } from './unpaid-orders.ts'

const dayMs = 86_400_000

const tooMany = (message: string, field: string) =>
  new ApiError(errorCodes.accessDenied, message, { status: 429, details: { field } })

/**
 * Throws 1012 (429) for a traveller with as many orders as allowed; `field` names the limit: `unpaidOrders`,
 * `siteOrders` of this pickup site, `openOrders` in all, `cancelledOrders` of the last 24 hours. Takes a lock, so that
 * concurrent orders are counted.
 */
export async function refuseTooManyOrders(
  { tx }: Pick<Work, 'tx'>,
  { uin, siteId, now }: { uin: string; siteId: string; now: Date },
): Promise<void> {
  await lockTraveller(tx, uin)
  const isOpen = eq(orders.closing, 'open')
  const isOfToday = gt(orders.createTime, new Date(now.getTime() - dayMs))
  const isHere = sql`${orders.pickupPlace} ->> 'siteId' = ${siteId}`
  const counted = (condition: SQL | undefined) =>
    sql<number>`${count()} filter (where ${condition})`.mapWith(Number)
  const [has] = await tx
    .select({
      unpaid: counted(isUnpaid),
      here: counted(and(isOpen, isHere)),
      open: counted(isOpen),
      cancelled: counted(and(eq(orders.closing, 'cancelled'), isOfToday)),
    })
    .from(orders)
    .where(and(eq(orders.uin, uin), or(isOpen, isOfToday)))
  if (!has) return
  if (has.unpaid >= policy.maxUnpaidOrders) throw tooMany('too many unpaid orders', 'unpaidOrders')
  if (has.here >= policy.maxSiteOrders) throw tooMany('too many open orders at this site', 'siteOrders')
  if (has.open >= policy.maxOpenOrders) throw tooMany('too many open orders', 'openOrders')
  if (has.cancelled >= policy.cancelledOrdersPerDay) {
    throw tooMany('too many cancelled orders today', 'cancelledOrders')
  }
}
