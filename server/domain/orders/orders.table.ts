import type {
  CreationType,
  Currency,
  InsurancePlan,
  LifecycleColumns,
  Locale,
  OperationAction,
  OrderReport,
  OrderSource,
  PriceLine,
  PriceRule,
  QuestionKind,
  QuestionState,
  ReturnChoice,
  ReturnReason,
} from '@handsfree/core/contract'
import { getTableColumns, sql } from 'drizzle-orm'
import {
  bigint,
  bigserial,
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { instant, referringTo } from '../../runtime/db/columns.ts'
import { users } from '../users/users.table.ts'
import type { PlaceSnapshot, TraceFacts } from './types.ts'

/** A courier is on the way to `return_place`, or has arrived there. */
export const isBrought = sql`return_state in ('inProgress', 'completed')`

const isWork = sql`closing = 'open' or payment = 'refunding'`

const lifecycleColumn = <const Name extends keyof LifecycleColumns>(name: Name) =>
  text(name).$type<LifecycleColumns[Name]>().notNull()

/** Columns tied to a lifecycle column. They keep their defaults while that column is in its first state. */
export const stateColumns = {
  assignment: {
    /** The assigned courier, accepted or not. The id may be null. */
    courierId: text('courier_id'),
    courierName: text('courier_name'),
    courierPhone: text('courier_phone'),
    courierPlate: text('courier_plate'),
  },
  transfer: {
    transferCourierId: text('transfer_courier_id'),
    transferCourierName: text('transfer_courier_name'),
    transferCourierPhone: text('transfer_courier_phone'),
    transferCourierPlate: text('transfer_courier_plate'),
  },
  exception: {
    exceptionReason: text('exception_reason'),
    /** Null for free text. */
    exceptionKind: text('exception_kind').$type<OrderReport>(),
    /** Numbers of the reported bags; empty for all of them. */
    exceptionBags: jsonb('exception_bags').$type<number[]>().notNull().default([]),
    /** File ids. */
    exceptionPhotos: jsonb('exception_photos').$type<string[]>().notNull().default([]),
    exceptionIsImportant: boolean('exception_is_important').notNull().default(false),
    exceptionTime: instant('exception_time'),
  },
  return: {
    returnReason: text('return_reason').$type<ReturnReason>(),
    returnChoice: text('return_choice').$type<ReturnChoice['kind']>(),
    returnPlace: jsonb('return_place').$type<PlaceSnapshot>(),
    returnTime: instant('return_time'),
  },
} satisfies { [Name in keyof LifecycleColumns]?: object }

/** Columns that only moves set. New orders have the defaults. */
const movedColumns = {
  amountPaid: integer('amount_paid').notNull().default(0),
  changeWaits: boolean('change_waits').notNull().default(false),
  confirmedPieces: integer('confirmed_pieces').notNull().default(0),
  reviewFailure: text('review_failure'),
  /** Kinds of open questions, and the state of the last count question. */
  openQuestions: jsonb('open_questions').$type<QuestionKind[]>().notNull().default([]),
  countConsent: text('count_consent').$type<QuestionState>(),
  /** Piece count that the traveller booked and photographed; null until a different count. */
  bookedPieces: integer('booked_pieces'),
  /** When the traveller is asked where uncollected bags should go; null if that isn't needed. */
  returnDueTime: instant('return_due_time'),
  missedPickupTime: instant('missed_pickup_time'),
  lateDeliveryTime: instant('late_delivery_time'),
  /** When a courier was asked to take the order; null once answered. */
  askTime: instant('ask_time'),
  /** When the courier arrived for the pickup. Reset when another courier is asked. */
  courierArrivedTime: instant('courier_arrived_time'),
  pickedUpTime: instant('picked_up_time'),
  transportTime: instant('transport_time'),
  arrivedTime: instant('arrived_time'),
  /** Late refund in minor units; null if on time. Set once, possibly to 0. */
  lateRefund: integer('late_refund'),
  /** First payment, or the submission of a free order. */
  paidTime: instant('paid_time'),
  handedTime: instant('handed_time'),
  completedTime: instant('completed_time'),
  cancelTime: instant('cancel_time'),
  refundStartTime: instant('refund_start_time'),
  /** When to remind the traveller of waiting bags; null once sent or not needed. */
  collectionReminderTime: instant('collection_reminder_time'),
}

export const unsetColumns = {
  ...stateColumns.assignment,
  ...stateColumns.transfer,
  ...stateColumns.exception,
  ...stateColumns.return,
  ...movedColumns,
}

/** Only `moveOrder` writes the lifecycle columns. Amounts in minor units. */
export const orders = pgTable(
  'orders',
  {
    orderId: text('order_id').primaryKey(),
    /** Readable form: `HF 2611 0482`. */
    orderNumber: text('order_number').notNull(),
    uin: referringTo('uin', () => users.uin),

    review: lifecycleColumn('review'),
    payment: lifecycleColumn('payment'),
    assignment: lifecycleColumn('assignment').default('none'),
    transfer: lifecycleColumn('transfer').default('none'),
    pickup: lifecycleColumn('pickup'),
    transport: lifecycleColumn('transport'),
    warehouse: lifecycleColumn('warehouse'),
    exception: lifecycleColumn('exception').default('none'),
    lock: lifecycleColumn('lock').default('unlocked'),
    closing: lifecycleColumn('closing'),
    return: text('return_state').$type<LifecycleColumns['return']>().notNull().default('none'),

    source: text('source').$type<OrderSource>().notNull().default('selfService'),
    creationType: text('creation_type').$type<CreationType>().notNull().default('createByCustomer'),
    qrId: text('qr_id').notNull(),
    pickupPlace: jsonb('pickup_place').$type<PlaceSnapshot>().notNull(),
    deliveryPlace: jsonb('delivery_place').$type<PlaceSnapshot>().notNull(),
    /** Opens a room without a front desk. Only operators see it. */
    roomPassword: text('room_password'),
    timeZone: text('time_zone').notNull(),
    pickupTime: instant('pickup_time').notNull(),
    deliveryTime: instant('delivery_time').notNull(),
    travelMinutes: integer('travel_minutes').notNull().default(180),

    pieces: integer('pieces').notNull(),
    declaredValue: integer('declared_value').notNull(),
    /** File ids of the traveller's photos. */
    photos: jsonb('photos').$type<string[]>().notNull(),
    receiverName: text('receiver_name').notNull(),
    receiverDialCode: text('receiver_dial_code').notNull(),
    receiverPhoneNumber: text('receiver_phone_number').notNull(),
    /** Language of text messages to the receiver; null: the traveller's. */
    receiverLocale: text('receiver_locale').$type<Locale>(),
    remarks: text('remarks').notNull(),
    termsVersion: text('terms_version').notNull(),

    currency: text('currency').$type<Currency>().notNull(),
    /** Snapshot for repricing changes. */
    priceRule: jsonb('price_rule').$type<PriceRule>().notNull(),
    insurancePlan: jsonb('insurance_plan').$type<InsurancePlan>().notNull(),
    /** Route fees per piece, minor units. They don't change with the pieces or the destination. */
    distanceFee: integer('distance_fee').notNull().default(0),
    storageFee: integer('storage_fee').notNull().default(0),
    /** Minutes in storage, if storage is priced by time. */
    waitMinutes: integer('wait_minutes').notNull().default(0),
    lines: jsonb('lines').$type<PriceLine[]>().notNull(),
    total: integer('total').notNull(),

    claimCode: text('claim_code').notNull(),

    ...unsetColumns,

    createTime: instant('create_time').notNull(),
    updateTime: instant('update_time').notNull(),
    /** When to remind the traveller to pay; null once sent or not needed. */
    paymentReminderTime: instant('payment_reminder_time'),
  },
  (table) => [
    uniqueIndex('orders_number').on(table.orderNumber),
    index('orders_traveller').on(table.uin, table.createTime, table.orderId),
    index('orders_receiver').on(
      table.receiverPhoneNumber,
      table.receiverDialCode,
      table.createTime,
      table.orderId,
    ),
    index('orders_open').on(table.closing, table.createTime, table.orderId),
    index('orders_courier').on(table.courierId, table.createTime, table.orderId),
    index('orders_transfer_courier')
      .on(table.transferCourierId)
      .where(sql`${table.transferCourierId} is not null`),
    index('orders_pickup_site').on(sql`(${table.pickupPlace} ->> 'siteId')`, table.createTime, table.orderId),
    index('orders_delivery_site').on(
      sql`(${table.deliveryPlace} ->> 'siteId')`,
      table.createTime,
      table.orderId,
    ),
    index('orders_return_site')
      .on(sql`(${table.returnPlace} ->> 'siteId')`, table.createTime, table.orderId)
      .where(isBrought),
    index('orders_before_pickup')
      .on(table.pickupTime)
      .where(sql`closing = 'open' and pickup in ('none', 'waitPickup')`),
    index('orders_before_arrival')
      .on(table.deliveryTime)
      .where(sql`closing = 'open' and transport <> 'completed'`),
    index('orders_asked').on(table.askTime).where(sql`${table.askTime} is not null`),
    index('orders_handed').on(table.handedTime).where(sql`closing = 'open' and warehouse = 'handed'`),
    index('orders_return_due').on(table.returnDueTime).where(sql`${table.returnDueTime} is not null`),
    index('orders_payment_reminder')
      .on(table.paymentReminderTime)
      .where(sql`${table.paymentReminderTime} is not null`),
    index('orders_collection_reminder')
      .on(table.collectionReminderTime)
      .where(sql`${table.collectionReminderTime} is not null`),
    index('orders_created').on(table.createTime, table.orderId),
    index('orders_figures').on(table.pickupTime).where(sql`paid_time is not null`),
    // Open work of operators, couriers and sites, independent of the number of finished orders.
    index('orders_work').on(table.createTime, table.orderId).where(isWork),
    index('orders_work_courier').on(table.courierId, table.createTime, table.orderId).where(isWork),
    index('orders_work_pickup_site')
      .on(sql`(${table.pickupPlace} ->> 'siteId')`, table.createTime, table.orderId)
      .where(isWork),
    index('orders_work_delivery_site')
      .on(sql`(${table.deliveryPlace} ->> 'siteId')`, table.createTime, table.orderId)
      .where(isWork),
    index('orders_rejected').on(table.createTime, table.orderId).where(sql`review = 'fail'`),
    index('orders_open_lifecycle')
      .on(
        table.review,
        table.payment,
        table.assignment,
        table.transfer,
        table.pickup,
        table.transport,
        table.warehouse,
        table.exception,
      )
      .where(sql`closing = 'open'`),
    index('orders_with_photos').on(table.createTime).where(sql`closing <> 'open' and photos <> '[]'::jsonb`),
    index('orders_waiting_bags')
      .on(table.createTime)
      .where(sql`warehouse = 'completed' and closing = 'open'`),
  ],
)

const openLifecycleColumns = () => ({
  review: lifecycleColumn('review'),
  payment: lifecycleColumn('payment'),
  assignment: lifecycleColumn('assignment'),
  transfer: lifecycleColumn('transfer'),
  pickup: lifecycleColumn('pickup'),
  transport: lifecycleColumn('transport'),
  warehouse: lifecycleColumn('warehouse'),
  exception: lifecycleColumn('exception'),
})

const lifecycleColumns = () => ({ ...openLifecycleColumns(), closing: lifecycleColumn('closing') })

/**
 * Open orders by lifecycle. Sharded by connection to avoid lock contention: single shards can be negative, the sum
 * can't. Triggers on `orders` update it at commit.
 */
export const openOrderTallies = pgTable(
  'open_order_tallies',
  {
    share: smallint('share').notNull(),
    ...openLifecycleColumns(),
    orders: bigint('orders', { mode: 'number' }).notNull(),
  },
  ({ share, orders: _, ...lifecycle }) => [
    primaryKey({ name: 'open_order_tallies_lifecycle', columns: [share, ...Object.values(lifecycle)] }),
  ],
)

/** Closed orders by lifecycle, updated in the same way. */
export const orderTallies = pgTable(
  'order_tallies',
  { ...lifecycleColumns(), orders: bigint('orders', { mode: 'number' }).notNull() },
  ({ orders: _, ...lifecycle }) => [
    primaryKey({
      name: 'order_tallies_lifecycle',
      columns: [lifecycle.review, ...Object.values(lifecycle).slice(1)],
    }),
  ],
)

/** The same per courier (`courier:{employeeId}`) and site (`site:{siteId}`). */
export const orderScopeTallies = pgTable(
  'order_scope_tallies',
  {
    scope: text('scope').notNull(),
    ...lifecycleColumns(),
    orders: bigint('orders', { mode: 'number' }).notNull(),
  },
  ({ scope, orders: _, ...lifecycle }) => [
    primaryKey({ name: 'order_scope_tallies_lifecycle', columns: [scope, ...Object.values(lifecycle)] }),
  ],
)

export type OrderRow = typeof orders.$inferSelect

export const orderDefaults = Object.fromEntries(
  Object.entries(getTableColumns(orders)).map(([name, column]) => [name, column.default ?? null]),
) as Record<keyof OrderRow, unknown>

/** Tagged bags. A tag is bound to one bag until the hand-over. */
export const orderBags = pgTable(
  'order_bags',
  {
    bagId: text('bag_id').primaryKey(),
    orderId: referringTo('order_id', () => orders.orderId),
    /** 0-based. */
    position: integer('position').notNull(),
    tagCode: text('tag_code').notNull(),
    sealNumber: text('seal_number').notNull(),
    /** File ids of the courier's photos. */
    photos: jsonb('photos').$type<string[]>().notNull(),
    confirmTime: instant('confirm_time'),
    /** Where the site stores it. */
    shelf: text('shelf'),
    unbindTime: instant('unbind_time'),
    /** Set when the recipient got it. Null for bags that were handed over before this column existed. */
    handedTime: instant('handed_time'),
  },
  (table) => [
    uniqueIndex('order_bags_bound_tag').on(table.tagCode).where(sql`${table.unbindTime} is null`),
    uniqueIndex('order_bags_position').on(table.orderId, table.position),
  ],
)

export type BagRow = typeof orderBags.$inferSelect

/** Shown to the traveller, ordered by `position`. */
export const orderTrace = pgTable(
  'order_trace',
  {
    traceId: text('trace_id').primaryKey(),
    position: bigserial('position', { mode: 'number' }).notNull(),
    orderId: referringTo('order_id', () => orders.orderId),
    type: text('type').$type<TraceFacts['type']>().notNull(),
    facts: jsonb('facts').$type<TraceFacts['facts']>().notNull(),
    time: instant('time').notNull(),
  },
  (table) => [
    index('order_trace_order').on(table.orderId, table.position),
    index('order_trace_time').on(table.time),
  ],
)

/** Operation log (spec section 3). Never shown to travellers. */
export const orderOperations = pgTable(
  'order_operations',
  {
    operationId: text('operation_id').primaryKey(),
    position: bigserial('position', { mode: 'number' }).notNull(),
    orderId: referringTo('order_id', () => orders.orderId),
    action: integer('action').$type<OperationAction>().notNull(),
    /** `traveller:{uin}`, `employee:{id}`, `provider:{name}` or `system`. */
    actor: text('actor').notNull(),
    details: jsonb('details').$type<Record<string, unknown>>().notNull(),
    time: instant('time').notNull(),
    /** When the employee's device says that it happened; null if it came at once. */
    happenedTime: instant('happened_time'),
  },
  (table) => [
    index('order_operations_order').on(table.orderId, table.position),
    index('order_operations_time').on(table.time, sql`operation_id collate "C"`),
    index('order_operations_actor').on(table.actor, table.time, sql`operation_id collate "C"`),
    index('order_operations_views')
      .on(table.time, sql`operation_id collate "C"`)
      .where(sql`action in (801, 802)`),
  ],
)
