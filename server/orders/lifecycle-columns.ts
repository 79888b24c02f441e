import { type CustomerView, LifecycleColumns } from '@handsfree/core/api'
import { type LifecycleFacts, type OrderView, type ViewRule, viewRules } from '@handsfree/core/order'
import { and, inArray, or, type SQL, sql } from 'drizzle-orm'
import { type OrderRow, orders } from './orders.table.ts'

const columns = Object.keys(LifecycleColumns.entries) as (keyof LifecycleColumns)[]

/** The lifecycle's columns of an order. */
export const lifecycleOf = (order: OrderRow): LifecycleColumns =>
  Object.fromEntries(columns.map((column) => [column, order[column]])) as LifecycleColumns

/** The facts that the lifecycle's guards ask, at this moment. */
export const factsOf = (order: OrderRow, now: Date): LifecycleFacts => ({
  now: now.getTime(),
  pickupTime: order.pickupTime.getTime(),
  total: order.total,
  amountPaid: order.amountPaid,
  pieces: order.pieces,
  confirmedPieces: order.confirmedPieces,
})

/** A rule of core's projection as a condition on the lifecycle columns. */
export const ruleCondition = (rule: ViewRule): SQL =>
  or(
    ...rule.map(
      (entry) =>
        and(
          ...Object.entries(entry).map(([column, values]) =>
            inArray(orders[column as keyof LifecycleColumns], values as never[]),
          ),
        ) ?? sql`true`,
    ),
  ) ?? sql`false`

/** The condition of a view of any audience. */
export const viewCondition = (view: OrderView | CustomerView): SQL => ruleCondition(viewRules[view])
