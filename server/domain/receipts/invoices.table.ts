import type {
  InvoiceBuyer,
  InvoiceDeclineReason,
  InvoiceFileKind,
  InvoiceFileType,
  InvoiceState,
} from '@handsfree/core/contract'
import { sql } from 'drizzle-orm'
import { index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { instant, referringTo } from '../../runtime/db/columns.ts'
import { orders } from '../orders/orders.table.ts'

export type StoredInvoiceFile = {
  fileId: string
  kind: InvoiceFileKind
  type: InvoiceFileType
  /** ISO 8601. */
  time: string
}

/** Requests for an invoice, at most one per order. Change them while the order is locked. */
export const invoices = pgTable(
  'invoices',
  {
    orderId: referringTo('order_id', () => orders.orderId).primaryKey(),
    state: text('state').$type<InvoiceState>().notNull(),
    revision: integer('revision').notNull().default(1),
    buyer: text('buyer').$type<InvoiceBuyer['buyer']>().notNull(),
    name: text('name').notNull(),
    taxNumber: text('tax_number'),
    email: text('email').notNull(),
    requestTime: instant('request_time').notNull(),
    decideTime: instant('decide_time'),
    /** Minor units of the order's currency. */
    amount: integer('amount'),
    reason: text('reason').$type<InvoiceDeclineReason>(),
    words: text('words').notNull().default(''),
    /** Oldest first. */
    files: jsonb('files').$type<StoredInvoiceFile[]>().notNull().default([]),
    /** When a refund made a red invoice due; null if none is. */
    redDueTime: instant('red_due_time'),
  },
  (table) => [
    index('invoices_waiting').on(table.requestTime).where(sql`${table.state} = 'waiting'`),
    index('invoices_red_due').on(table.redDueTime).where(sql`${table.redDueTime} is not null`),
  ],
)

export type InvoiceRow = typeof invoices.$inferSelect
