import type {
  Currency,
  DisputeState,
  Payment,
  PaymentMethod,
  PaymentPurpose,
  PaymentSource,
  PaymentStatus,
  RefundStage,
} from '@handsfree/core/contract'
import type { SessionRegions } from '@handsfree/core/payments'
import { sql } from 'drizzle-orm'
import { index, integer, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { instant, referringTo } from '../../runtime/db/columns.ts'
import { claims } from '../claims/claims.table.ts'
import { orders } from '../orders/orders.table.ts'
import { users } from '../users/users.table.ts'

/** What has to be paid for an order. Amounts in minor units. */
export const payments = pgTable(
  'payments',
  {
    paymentId: text('payment_id').primaryKey(),
    orderId: referringTo('order_id', () => orders.orderId),
    uin: referringTo('uin', () => users.uin),
    source: text('source').$type<PaymentSource>().notNull(),
    /** What a supplementary payment is for; null for bags that the courier counted. */
    purpose: text('purpose').$type<PaymentPurpose>(),
    amount: integer('amount').notNull(),
    currency: text('currency').$type<Currency>().notNull(),
    state: text('state').$type<PaymentStatus>().notNull(),
    failure: text('failure').$type<NonNullable<Payment['failure']>>(),
    /** The session whose money is this payment's; any other session's is refunded. */
    paidSessionId: text('paid_session_id'),
    /** When the order changed before the surcharge was paid: another payment took its place, or none. */
    droppedTime: instant('dropped_time'),
    createTime: instant('create_time').notNull(),
    updateTime: instant('update_time').notNull(),
  },
  (table) => [
    index('payments_order').on(table.orderId, table.createTime),
    index('payments_traveller').on(table.uin),
    uniqueIndex('payments_one_normal').on(table.orderId).where(sql`${table.source} = 'normal'`),
    uniqueIndex('payments_one_surcharge_open')
      .on(table.orderId)
      .where(
        sql`${table.source} = 'supplementary' and ${table.paidSessionId} is null and ${table.droppedTime} is null`,
      ),
  ],
)

export type PaymentRow = typeof payments.$inferSelect

/** Visits to a provider's page. At most one of a payment is alive. */
export const paymentSessions = pgTable(
  'payment_sessions',
  {
    sessionId: text('session_id').primaryKey(),
    paymentId: referringTo('payment_id', () => payments.paymentId),
    provider: text('provider').notNull(),
    /** The provider's own id of the session; ours while it is reserved. */
    reference: text('reference').notNull(),
    redirectUrl: text('redirect_url').notNull(),
    /** The regions of its machine, `visit` and `asking`, the tries and the time of the next: `moveSession` writes them. */
    state: text('state').$type<SessionRegions['visit']>().notNull(),
    asking: text('asking').$type<SessionRegions['asking']>().notNull().default('idle'),
    /** How it was paid; null until then, and where the provider has not said it. */
    method: text('method').$type<PaymentMethod>(),
    /** Questions in a row that the provider did not answer. */
    tries: integer('tries').notNull().default(0),
    /** Why the last question has no answer. */
    lastError: text('last_error'),
    expiresAt: instant('expires_at').notNull(),
    /** When the provider is asked next, if no webhook comes before; null once it has nothing to tell. */
    checkTime: instant('check_time'),
    createTime: instant('create_time').notNull(),
    updateTime: instant('update_time').notNull(),
  },
  (table) => [
    uniqueIndex('payment_sessions_reference').on(table.provider, table.reference),
    uniqueIndex('payment_sessions_one_alive')
      .on(table.paymentId)
      .where(sql`${table.state} in ('open', 'processing')`),
    index('payment_sessions_payment').on(table.paymentId),
    index('payment_sessions_check').on(table.checkTime).where(sql`${table.checkTime} is not null`),
    index('payment_sessions_paid').on(table.updateTime).where(sql`${table.state} = 'paid'`),
    index('payment_sessions_given_up').on(table.createTime).where(sql`${table.asking} = 'givenUp'`),
  ],
)

export type SessionRow = typeof paymentSessions.$inferSelect

/** Payments that a traveller disputes with their bank. Providers keep the money meanwhile. */
export const disputes = pgTable(
  'payment_disputes',
  {
    /** The provider's own id. */
    disputeId: text('dispute_id').primaryKey(),
    paymentId: referringTo('payment_id', () => payments.paymentId),
    amount: integer('amount').notNull(),
    currency: text('currency').$type<Currency>().notNull(),
    /** The provider's word for it. */
    reason: text('reason').notNull(),
    state: text('state').$type<DisputeState>().notNull(),
    createTime: instant('create_time').notNull(),
    closeTime: instant('close_time'),
  },
  (table) => [
    index('payment_disputes_payment').on(table.paymentId),
    index('payment_disputes_lost').on(table.closeTime).where(sql`${table.state} = 'lost'`),
    index('payment_disputes_open').on(table.createTime, table.disputeId).where(sql`${table.state} = 'open'`),
  ],
)

/** Webhooks that were taken, so that a repeat changes nothing. */
export const paymentEvents = pgTable(
  'payment_events',
  {
    provider: text('provider').notNull(),
    eventId: text('event_id').notNull(),
    time: instant('time').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.provider, table.eventId] }),
    index('payment_events_time').on(table.time),
  ],
)

/** Refunds, one for each session that money was taken in and each reason. */
export const refunds = pgTable(
  'refunds',
  {
    refundId: text('refund_id').primaryKey(),
    orderId: referringTo('order_id', () => orders.orderId),
    paymentId: referringTo('payment_id', () => payments.paymentId),
    sessionId: referringTo('session_id', () => paymentSessions.sessionId),
    amount: integer('amount').notNull(),
    /** The claim that it pays, or a part of it. */
    claimId: text('claim_id').references(() => claims.claimId),
    /** Where its machine is. Only `moveRefund` writes it, the tries, the attempt and the time of the next try. */
    state: text('state').$type<RefundStage>().notNull(),
    /** When a job works on it next; null once it is done or given up. */
    tryTime: instant('try_time'),
    tries: integer('tries').notNull().default(0),
    /** Refunds that the provider has failed before this one. */
    attempt: integer('attempt').notNull().default(0),
    /** Why the last try did not succeed. */
    lastError: text('last_error'),
    createTime: instant('create_time').notNull(),
    doneTime: instant('done_time'),
  },
  (table) => [
    index('refunds_order').on(table.orderId),
    index('refunds_claim').on(table.claimId),
    index('refunds_payment').on(table.paymentId),
    index('refunds_session').on(table.sessionId),
    index('refunds_try').on(table.tryTime).where(sql`${table.tryTime} is not null`),
    index('refunds_done').on(table.doneTime).where(sql`${table.doneTime} is not null`),
    index('refunds_undone').on(table.createTime).where(sql`${table.doneTime} is null`),
    index('refunds_given_up').on(table.createTime).where(sql`${table.state} = 'needsOperator'`),
  ],
)

export type RefundRow = typeof refunds.$inferSelect
