import type { Currency, Locale } from '@handsfree/core/api'
import { index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { instant } from '../db/columns.ts'

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
    /** When the bank of a late card answers; null for a card whose bank never does. */
    answerTime: instant('answer_time'),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [
    index('sandbox_sessions_answer').on(table.answerTime),
    index('sandbox_sessions_expiry').on(table.state, table.expiresAt),
  ],
)

export type SandboxSession = typeof sandboxSessions.$inferSelect

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
  | { type: 'refund.completed'; refundId: string }
