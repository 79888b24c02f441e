import type {
  Currency,
  DisputeState,
  Payment,
  PaymentChoice,
  PaymentMethod,
  PaymentPurpose,
  PaymentSource,
  PaymentStatus,
  RefundReason,
  RefundStage,
} from '@handsfree/core/contract'
import type { SessionRegions } from '@handsfree/core/payments'
import { sql } from 'drizzle-orm'
import { index, integer, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { instant, referringTo } from '../../runtime/db/columns.ts'
import { claims } from '../claims/claims.table.ts'
import { orders } from '../orders/orders.table.ts'
import { users } from '../users/users.table.ts'
import type { Surface } from './provider.ts'

/** Amounts in minor units. */
export const payments = pgTable(
  'payments',
  {
    paymentId: text('payment_id').primaryKey(),
    orderId: referringTo('order_id', () => orders.orderId),
    uin: referringTo('uin', () => users.uin),
    source: text('source').$type<PaymentSource>().notNull(),
    /** Purpose of a supplementary payment; null for the courier's count. */
    purpose: text('purpose').$type<PaymentPurpose>(),
    amount: integer('amount').notNull(),
    currency: text('currency').$type<Currency>().notNull(),
    state: text('state').$type<PaymentStatus>().notNull(),
    failure: text('failure').$type<NonNullable<Payment['failure']>>(),
    /** The session that paid; payments by other sessions are refunded. */
    paidSessionId: text('paid_session_id'),
    /** Set when the order changes before the surcharge is paid. */
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

/** Sessions on a provider's page, at most one active per payment. */
export const paymentSessions = pgTable(
  'payment_sessions',
  {
    sessionId: text('session_id').primaryKey(),
    paymentId: referringTo('payment_id', () => payments.paymentId),
    provider: text('provider').notNull(),
    /** The provider's session id, or our `sessionId` until the provider has created the session. */
    reference: text('reference').notNull(),
    redirectUrl: text('redirect_url').notNull(),
    /**
     * `state`, `asking`, `tries` and `checkTime` store the session's machine. `state` is its region `visit`. Only
     * `moveSession` writes them.
     */
    state: text('state').$type<SessionRegions['visit']>().notNull(),
    asking: text('asking').$type<SessionRegions['asking']>().notNull().default('idle'),
    /** The traveller's choice; null if the server chose. */
    choice: text('choice').$type<PaymentChoice>(),
    /** The client's own address that the page returns to. */
    returnUrl: text('return_url'),
    /** Where the page was opened. Older releases didn't store it. */
    surface: text('surface').$type<Surface>(),
    /** Null until paid, or if the provider doesn't report it. */
    method: text('method').$type<PaymentMethod>(),
    /** Given in the transaction that pays. Null until paid. */
    receiptNumber: text('receipt_number'),
    /** Consecutive failed requests to the provider. */
    tries: integer('tries').notNull().default(0),
    lastError: text('last_error'),
    expiresAt: instant('expires_at').notNull(),
    /** Next poll of the provider if no webhook arrives; null when there's nothing left to poll. */
    checkTime: instant('check_time'),
    createTime: instant('create_time').notNull(),
    updateTime: instant('update_time').notNull(),
  },
  (table) => [
    uniqueIndex('payment_sessions_receipt_number')
      .on(table.receiptNumber)
      .where(sql`${table.receiptNumber} is not null`),
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

/** Chargebacks. The provider holds the money until the dispute is decided. */
export const disputes = pgTable(
  'payment_disputes',
  {
    disputeId: text('dispute_id').primaryKey(),
    paymentId: referringTo('payment_id', () => payments.paymentId),
    amount: integer('amount').notNull(),
    currency: text('currency').$type<Currency>().notNull(),
    /** The provider's own code. */
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

/** Processed webhooks, for deduplication. */
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

/** One per paid session and reason. */
export const refunds = pgTable(
  'refunds',
  {
    refundId: text('refund_id').primaryKey(),
    orderId: referringTo('order_id', () => orders.orderId),
    paymentId: referringTo('payment_id', () => payments.paymentId),
    sessionId: referringTo('session_id', () => paymentSessions.sessionId),
    amount: integer('amount').notNull(),
    claimId: text('claim_id').references(() => claims.claimId),
    /** Null for refunds of older releases. */
    reason: text('reason').$type<RefundReason>(),
    /** Given when the refund is first done. It stays if a bank returns the refund. */
    creditNoteNumber: text('credit_note_number'),
    /**
     * Only `moveRefund` writes `state`, `tryTime`, `tries` and `attempt`. Several tries may send the same attempt: the
     * provider sees a new refund only for a new attempt.
     */
    state: text('state').$type<RefundStage>().notNull(),
    /** When a job handles it next; null once done or given up. */
    tryTime: instant('try_time'),
    tries: integer('tries').notNull().default(0),
    attempt: integer('attempt').notNull().default(0),
    lastError: text('last_error'),
    createTime: instant('create_time').notNull(),
    doneTime: instant('done_time'),
  },
  (table) => [
    uniqueIndex('refunds_credit_note_number')
      .on(table.creditNoteNumber)
      .where(sql`${table.creditNoteNumber} is not null`),
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
