import type { Locale, OpenChange, WaitingDestination } from '@handsfree/core/api'
import { and, asc, eq, sql } from 'drizzle-orm'
import type { Database } from '../db/database.ts'
import { prepared } from '../db/prepared.ts'
import type { OrderRow } from '../orders/orders.table.ts'
import { orders } from '../orders/orders.table.ts'
import { type ChangeRow, orderChanges } from './changes.table.ts'
import { isOpenChange } from './move-change.ts'

const selectOpen = prepared('changes of orders that wait', (db, name) =>
  db
    .select()
    .from(orderChanges)
    .where(and(sql`${orderChanges.orderId} = any(${sql.placeholder('orderIds')}::text[])`, isOpenChange))
    .prepare(name),
)

/** The changes that wait, without a query where none does. */
export async function findOpenChanges(tx: Database, rows: readonly OrderRow[]): Promise<ChangeRow[]> {
  const orderIds = rows.filter(({ changeWaits }) => changeWaits).map(({ orderId }) => orderId)
  return orderIds.length === 0 ? [] : selectOpen(tx, { orderIds })
}

/** A change that waits, in the reader's language. */
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

/** Wishes for another destination that wait for an operator, the first due first. */
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
