import type {
  CreationType,
  Currency,
  InsurancePlan,
  LifecycleColumns,
  Locale,
  OperationAction,
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

/** A courier has set out to `return_place`, or has come there. */
export const isBrought = sql`return_state in ('inProgress', 'completed')`

/** What employees still have to do something about. */
const isWork = sql`closing = 'open' or payment = 'refunding'`

const lifecycleColumn = <const Name extends keyof LifecycleColumns>(name: Name) =>
  text(name).$type<LifecycleColumns[Name]>().notNull()

/** Columns that describe a state of the lifecycle: at their defaults while the column of that name is in its first state. */
export const stateColumns = {
  assignment: {
    /** Who was asked or has accepted; the employee's id where there is one. */
    courierId: text('courier_id'),
    courierName: text('courier_name'),
    courierPhone: text('courier_phone'),
    courierPlate: text('courier_plate'),
  },
  transfer: {
    /** Who was asked to take over, while that is open. */
    transferCourierId: text('transfer_courier_id'),
    transferCourierName: text('transfer_courier_name'),
    transferCourierPhone: text('transfer_courier_phone'),
    transferCourierPlate: text('transfer_courier_plate'),
  },
  exception: {
    /** The last report that is not settled. */
    exceptionReason: text('exception_reason'),
    exceptionIsImportant: boolean('exception_is_important').notNull().default(false),
    exceptionTime: instant('exception_time'),
  },
  return: {
    /** Why, where to and when bags go that nobody took. */
    returnReason: text('return_reason').$type<ReturnReason>(),
    returnChoice: text('return_choice').$type<ReturnChoice['kind']>(),
    returnPlace: jsonb('return_place').$type<PlaceSnapshot>(),
    /** When the return moved last. */
    returnTime: instant('return_time'),
  },
} satisfies { [Name in keyof LifecycleColumns]?: object }

/** Columns that only moves set: a new order has their defaults. */
const movedColumns = {
  amountPaid: integer('amount_paid').notNull().default(0),
  /** Whether a change of the traveller's waits; only `moveChange` writes it. */
  changeWaits: boolean('change_waits').notNull().default(false),
  /** Bags that the delivery site has confirmed. */
  confirmedPieces: integer('confirmed_pieces').notNull().default(0),
  reviewFailure: text('review_failure'),
  /** Kinds of the questions to the traveller that are open, and the state of the last one about the count. */
  openQuestions: jsonb('open_questions').$type<QuestionKind[]>().notNull().default([]),
  countConsent: text('count_consent').$type<QuestionState>(),
  /** Bags that the traveller booked and photographed; null while nobody has counted another number. */
  bookedPieces: integer('booked_pieces'),
  /** When the traveller of stored bags is asked where they go; null otherwise. */
  returnDueTime: instant('return_due_time'),
  /** When the missed pickup was reported to the operator. */
  missedPickupTime: instant('missed_pickup_time'),
  /** When the late delivery was reported to the operator. */
  lateDeliveryTime: instant('late_delivery_time'),
  /** When the order's courier came to the pickup place; null again once another one is asked. */
  courierArrivedTime: instant('courier_arrived_time'),
  pickedUpTime: instant('picked_up_time'),
  /** When the courier set out with the bags, and when they were at the destination. */
  transportTime: instant('transport_time'),
  arrivedTime: instant('arrived_time'),
  /** What their lateness gave back, minor units; null for a delivery in time. Set once, with the refund, or as 0. */
  lateRefund: integer('late_refund'),
  /** When it was first paid for, or sent where it costs nothing. */
  paidTime: instant('paid_time'),
  handedTime: instant('handed_time'),
  completedTime: instant('completed_time'),
  cancelTime: instant('cancel_time'),
  refundStartTime: instant('refund_start_time'),
  /** When the traveller is reminded of bags at the delivery site; null once it happened or is not needed. */
  collectionReminderTime: instant('collection_reminder_time'),
}

export const unsetColumns = {
  ...stateColumns.assignment,
  ...stateColumns.transfer,
  ...stateColumns.exception,
  ...stateColumns.return,
  ...movedColumns,
}

/** Orders. Each part of the lifecycle is a column; only `moveOrder` writes them. Amounts in minor units. */
export const orders = pgTable(
  'orders',
  {
    orderId: text('order_id').primaryKey(),
    /** As people say it: `HF 2611 0482`. */
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

    /** Who began the order, and who filled it in. */
    source: text('source').$type<OrderSource>().notNull().default('selfService'),
    creationType: text('creation_type').$type<CreationType>().notNull().default('createByCustomer'),
    qrId: text('qr_id').notNull(),
    /** Both places as they were when the order was made, in every language. */
    pickupPlace: jsonb('pickup_place').$type<PlaceSnapshot>().notNull(),
    deliveryPlace: jsonb('delivery_place').$type<PlaceSnapshot>().notNull(),
    /** Opens the room where there is no front desk; only operators see it. */
    roomPassword: text('room_password'),
    timeZone: text('time_zone').notNull(),
    pickupTime: instant('pickup_time').notNull(),
    deliveryTime: instant('delivery_time').notNull(),
    /** Minutes from pickup to the earliest delivery at the destination. */
    travelMinutes: integer('travel_minutes').notNull().default(180),

    pieces: integer('pieces').notNull(),
    declaredValue: integer('declared_value').notNull(),
    /** File ids of the traveller's photos. */
    photos: jsonb('photos').$type<string[]>().notNull(),
    receiverName: text('receiver_name').notNull(),
    receiverDialCode: text('receiver_dial_code').notNull(),
    receiverPhoneNumber: text('receiver_phone_number').notNull(),
    /** The language of text messages to the receiver; null is the traveller's. */
    receiverLocale: text('receiver_locale').$type<Locale>(),
    remarks: text('remarks').notNull(),
    termsVersion: text('terms_version').notNull(),

    currency: text('currency').$type<Currency>().notNull(),
    /** What the order was priced with: a change of pieces is priced the same way. */
    priceRule: jsonb('price_rule').$type<PriceRule>().notNull(),
    insurancePlan: jsonb('insurance_plan').$type<InsurancePlan>().notNull(),
    /** Fees of the route for each piece, minor units; they stay when the pieces or the destination change. */
    distanceFee: integer('distance_fee').notNull().default(0),
    storageFee: integer('storage_fee').notNull().default(0),
    /** Minutes that the bags wait for their delivery, where storage is priced by time. */
    waitMinutes: integer('wait_minutes').notNull().default(0),
    lines: jsonb('lines').$type<PriceLine[]>().notNull(),
    total: integer('total').notNull(),

    /** What the receiver shows at collection. */
    claimCode: text('claim_code').notNull(),

    ...unsetColumns,

    createTime: instant('create_time').notNull(),
    updateTime: instant('update_time').notNull(),
    /** When an unpaid order's traveller is reminded; null once it happened or is not needed. */
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
    // A site sees what leaves it and what comes to it.
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
    index('orders_handed').on(table.handedTime).where(sql`closing = 'open' and warehouse = 'handed'`),
    index('orders_return_due').on(table.returnDueTime).where(sql`${table.returnDueTime} is not null`),
    index('orders_payment_reminder')
      .on(table.paymentReminderTime)
      .where(sql`${table.paymentReminderTime} is not null`),
    index('orders_collection_reminder')
      .on(table.collectionReminderTime)
      .where(sql`${table.collectionReminderTime} is not null`),
    index('orders_created').on(table.createTime, table.orderId),
    // What there is to do, for everybody, a courier and a site, however many orders are done.
    index('orders_work').on(table.createTime, table.orderId).where(isWork),
    index('orders_work_courier').on(table.courierId, table.createTime, table.orderId).where(isWork),
    index('orders_work_pickup_site')
      .on(sql`(${table.pickupPlace} ->> 'siteId')`, table.createTime, table.orderId)
      .where(isWork),
    index('orders_work_delivery_site')
      .on(sql`(${table.deliveryPlace} ->> 'siteId')`, table.createTime, table.orderId)
      .where(isWork),
    index('orders_rejected').on(table.createTime, table.orderId).where(sql`review = 'fail'`),
    // What is counted one by one.
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
    // Whose pictures are deleted after their time.
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
 * How many open orders have the same lifecycle, in the shares of several connections, so that none waits for another: a
 * share may be below zero, their sum is not. Triggers on `orders` keep it when they commit.
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

/** How many orders that are not open have the same lifecycle. Kept in the same way. */
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

/** The same for each courier (`courier:{employeeId}`) and site (`site:{siteId}`) that sees the orders. */
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

/** The default of each column, null for one without. */
export const orderDefaults = Object.fromEntries(
  Object.entries(getTableColumns(orders)).map(([name, column]) => [name, column.default ?? null]),
) as Record<keyof OrderRow, unknown>

/** Bags as the courier tagged them. A tag belongs to one bag until that bag is handed over. */
export const orderBags = pgTable(
  'order_bags',
  {
    bagId: text('bag_id').primaryKey(),
    orderId: referringTo('order_id', () => orders.orderId),
    /** 0 for the order's first bag. */
    position: integer('position').notNull(),
    tagCode: text('tag_code').notNull(),
    sealNumber: text('seal_number').notNull(),
    /** File ids of the courier's photos. */
    photos: jsonb('photos').$type<string[]>().notNull(),
    /** When the delivery site confirmed it. */
    confirmTime: instant('confirm_time'),
    unbindTime: instant('unbind_time'),
  },
  (table) => [
    uniqueIndex('order_bags_bound_tag').on(table.tagCode).where(sql`${table.unbindTime} is null`),
    uniqueIndex('order_bags_position').on(table.orderId, table.position),
  ],
)

export type BagRow = typeof orderBags.$inferSelect

/** Trace of an order for its traveller, oldest first by `position`. */
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
    // Rows come in the order of their time: a few pages for the whole table.
    index('order_trace_time').using('brin', table.time),
  ],
)

/** Operation actions on an order (spec section 3). Never shown to travellers. */
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
  },
  (table) => [
    index('order_operations_order').on(table.orderId, table.position),
    index('order_operations_time').using('brin', table.time),
  ],
)
