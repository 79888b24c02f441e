import type { ChangeableField, ChangeKind, ChangeStage, WantedDestination } from '@handsfree/core/contract'
import { sql } from 'drizzle-orm'
import { index, integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { instant, referringTo } from '../../runtime/db/columns.ts'
import { type OrderRow, orders } from '../orders/orders.table.ts'
import type { PlaceSnapshot } from '../orders/types.ts'
import { payments } from '../payments/payments.table.ts'

type NewTimes = { pickupTime?: string; deliveryTime?: string }

/** New values of order columns; times in ISO 8601. */
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

/** Changes requested by travellers, on their pages or by phone. Only `moveChange` writes `stage` and `dueTime`. Amounts in minor units. */
export const orderChanges = pgTable(
  'order_changes',
  {
    changeId: text('change_id').primaryKey(),
    orderId: referringTo('order_id', () => orders.orderId),
    kind: text('kind').$type<ChangeKind>().notNull(),
    stage: text('stage').$type<ChangeStage>().notNull(),
    /** Deadline of the payment or answer; null once the change is over. */
    dueTime: instant('due_time'),
    /** The original deadline, which never changes. */
    promisedTime: instant('promised_time').notNull(),
    facts: jsonb('facts').$type<NewFacts>().notNull(),
    /** For destination changes: the request and its resolved place. */
    wanted: jsonb('wanted').$type<WantedDestination>(),
    place: jsonb('place').$type<PlaceSnapshot>(),
    difference: integer('difference').notNull(),
    /** `employee:{id}` of the operator who changes it for the traveller; null for the traveller's own changes. */
    employee: text('employee'),
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
