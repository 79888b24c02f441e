import type { Locale, OpenChange, WaitingDestination } from '@handsfree/core/contract'
import { openStages } from '@handsfree/core/orders'
import { asc, eq, inArray, sql } from 'drizzle-orm'
import type { Database } from '../../runtime/db/database.ts'
import type { OrderRow } from '../orders/orders.table.ts'
import { orders } from '../orders/orders.table.ts'
import { type ChangeRow, orderChanges } from './changes.table.ts'

export const isOpenChange = inArray(orderChanges.stage, [...openStages])

export function toOpenChange(change: ChangeRow, { currency }: OrderRow, locale: Locale): OpenChange {
  const { changeId, kind, stage, createTime, promisedTime, facts, wanted, place, difference } = change
  const to = place ?? facts.deliveryPlace
  return {
    changeId,
    kind,
    stage,
    createTime: createTime.toISOString(),
    dueTime: promisedTime.toISOString(),
    place: to ? to.name[locale] : null,
    deliveryTime: wanted?.deliveryTime ?? facts.deliveryTime ?? null,
    difference: { amount: difference, currency },
    paymentId: change.paymentId,
  }
}

export async function listWaitingDestinations(tx: Database, locale: Locale): Promise<WaitingDestination[]> {
  const rows = await tx
    .select({ change: orderChanges, order: orders })
    .from(orderChanges)
    .innerJoin(orders, eq(orders.orderId, orderChanges.orderId))
    .where(sql`${orderChanges.stage} in ('waitDecision', 'overdue')`)
    .orderBy(asc(orderChanges.promisedTime))
    .limit(100)
  return rows.map(({ change, order }) => ({
    ...toOpenChange(change, order, locale),
    orderId: order.orderId,
    orderNumber: order.orderNumber,
    from: order.pickupPlace.name[locale],
    to: order.deliveryPlace.name[locale],
    courierName: order.courierName,
  }))
}
