import type { Currency, Locale, PaymentMethod } from '@handsfree/core/contract'
import { sql } from 'drizzle-orm'
import { boolean, index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { instant } from '../../../runtime/db/columns.ts'

/** Sessions of the sandbox provider, apart from ours. */
export const sandboxSessions = pgTable(
  'sandbox_sessions',
  {
    sessionId: text('session_id').primaryKey(),
    amount: integer('amount').notNull(),
    currency: text('currency').$type<Currency>().notNull(),
    orderNumber: text('order_number').notNull(),
    locale: text('locale').$type<Locale>().notNull(),
    returnPath: text('return_path').notNull(),
    cancelPath: text('cancel_path').notNull(),
    state: text('state').$type<'open' | 'processing' | 'paid' | 'failed' | 'expired'>().notNull(),
    /** How it was paid. */
    method: text('method').$type<PaymentMethod>(),
    /** When the bank of a late card answers; null for a card whose bank never does. */
    answerTime: instant('answer_time'),
    expiresAt: instant('expires_at').notNull(),
    /** Whether its bank sends refunds back. */
    failsRefunds: boolean('fails_refunds').notNull().default(false),
  },
  (table) => [
    index('sandbox_sessions_answer').on(table.answerTime).where(sql`${table.answerTime} is not null`),
    index('sandbox_sessions_expiry').on(table.expiresAt).where(sql`${table.state} in ('open', 'processing')`),
  ],
)

export type SandboxSession = typeof sandboxSessions.$inferSelect

/** Refunds that the sandbox was asked for, and what comes of them at their answer time. */
export const sandboxRefunds = pgTable(
  'sandbox_refunds',
  {
    refundId: text('refund_id').notNull(),
    attempt: integer('attempt').notNull(),
    fails: boolean('fails').notNull(),
    answerTime: instant('answer_time').notNull(),
  },
  (table) => [primaryKey({ columns: [table.refundId, table.attempt] })],
)

/** Webhooks to send. A row is deleted once it was taken. */
export const sandboxEvents = pgTable(
  'sandbox_events',
  {
    eventId: text('event_id').primaryKey(),
    payload: jsonb('payload').$type<SandboxPayload>().notNull(),
    /** When it is sent, or sent again after a failure. */
    sendTime: instant('send_time').notNull(),
    tries: integer('tries').notNull().default(0),
  },
  (table) => [index('sandbox_events_send').on(table.sendTime)],
)

export type SandboxPayload =
  | {
      type: 'session.processing' | 'session.paid' | 'session.failed' | 'session.expired'
      sessionId: string
      amount: number
      currency: Currency
    }
  | { type: 'refund.completed' | 'refund.failed'; refundId: string; attempt: number }
