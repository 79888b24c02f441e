import type { ChangeableField, ChangeKind, ChangeStage, WantedDestination } from '@handsfree/core/contract'
import { sql } from 'drizzle-orm'
import { index, integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { instant, referringTo } from '../../runtime/db/columns.ts'
import { type OrderRow, orders } from '../orders/orders.table.ts'
import type { PlaceSnapshot } from '../orders/types.ts'
import { payments } from '../payments/payments.table.ts'

type NewTimes = { pickupTime?: string; deliveryTime?: string }

/** Columns of the order as they would be, its times as ISO 8601. */
export type NewFacts = NewTimes &
  Partial<
    Pick<
      OrderRow,
      | 'pickupPlace'
      | 'deliveryPlace'
      | 'travelMinutes'
      | 'distanceFee'
      | 'storageFee'
      | 'waitMinutes'
      | 'pieces'
      | 'receiverName'
      | 'receiverDialCode'
      | 'receiverPhoneNumber'
      | 'receiverLocale'
      | ChangeableField
      | 'lines'
      | 'total'
    >
  >

/** Changes that travellers asked for. `moveChange` alone writes `stage` and `dueTime`. Amounts in minor units. */
export const orderChanges = pgTable(
  'order_changes',
  {
    changeId: text('change_id').primaryKey(),
    orderId: referringTo('order_id', () => orders.orderId),
    kind: text('kind').$type<ChangeKind>().notNull(),
    stage: text('stage').$type<ChangeStage>().notNull(),
    /** By when it is paid or answered; null once nothing waits. */
    dueTime: instant('due_time'),
    /** The same as it was promised, which stays. */
    promisedTime: instant('promised_time').notNull(),
    /** Of an order: what it becomes. */
    facts: jsonb('facts').$type<NewFacts>().notNull(),
    /** Of a destination: what was asked for, and its place. */
    wanted: jsonb('wanted').$type<WantedDestination>(),
    place: jsonb('place').$type<PlaceSnapshot>(),
    difference: integer('difference').notNull(),
    paymentId: text('payment_id').references(() => payments.paymentId),
    createTime: instant('create_time').notNull(),
    endTime: instant('end_time'),
  },
  (table) => [
    uniqueIndex('order_changes_one_open')
      .on(table.orderId)
      .where(sql`${table.stage} in ('waitPayment', 'waitDecision', 'overdue')`),
    index('order_changes_order').on(table.orderId),
    index('order_changes_payment').on(table.paymentId),
    index('order_changes_due').on(table.dueTime).where(sql`${table.dueTime} is not null`),
    index('order_changes_unanswered')
      .on(table.promisedTime)
      .where(sql`${table.stage} in ('waitDecision', 'overdue')`),
  ],
)

export type ChangeRow = typeof orderChanges.$inferSelect
