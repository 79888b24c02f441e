import type { Currency, Locale, PaymentMethod } from '@handsfree/core/contract'
import { sql } from 'drizzle-orm'
import { boolean, index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { instant } from '../../../runtime/db/columns.ts'

/** The provider's own sessions, separate from ours. */
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
    method: text('method').$type<PaymentMethod>(),
    /** When the late card is answered; null if it never is. */
    answerTime: instant('answer_time'),
    expiresAt: instant('expires_at').notNull(),
    failsRefunds: boolean('fails_refunds').notNull().default(false),
  },
  (table) => [
    index('sandbox_sessions_answer').on(table.answerTime).where(sql`${table.answerTime} is not null`),
    index('sandbox_sessions_expiry').on(table.expiresAt).where(sql`${table.state} in ('open', 'processing')`),
  ],
)

export type SandboxSession = typeof sandboxSessions.$inferSelect

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

/** Outgoing webhooks. Rows are deleted once delivered. */
export const sandboxEvents = pgTable(
  'sandbox_events',
  {
    eventId: text('event_id').primaryKey(),
    payload: jsonb('payload').$type<SandboxPayload>().notNull(),
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
