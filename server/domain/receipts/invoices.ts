import type { Invoice, InvoiceFileType, OperatorInvoice, Order, OrderInvoice } from '@handsfree/core/contract'
import { utcOffsetAt } from '@handsfree/core/lib'
import { settlement } from '@handsfree/core/orders'
import { policy } from '@handsfree/core/policy'
import { and, eq, inArray, isNull, lte, sql } from 'drizzle-orm'
import type { Database, Transaction } from '../../runtime/db/database.ts'
import type { RefundRow } from '../payments/payments.table.ts'
import { type InvoiceRow, invoices } from './invoices.table.ts'

export async function findInvoice(tx: Database, orderId: string): Promise<InvoiceRow | null> {
  const [row] = await tx.select().from(invoices).where(eq(invoices.orderId, orderId))
  return row ?? null
}

export async function findInvoiceFiles(tx: Database, orderIds: string[]): Promise<string[]> {
  const rows = await tx
    .select({ files: invoices.files })
    .from(invoices)
    .where(inArray(invoices.orderId, orderIds))
  return rows.flatMap(({ files }) => files.map(({ fileId }) => fileId))
}

/** Changes a request and counts its revision up. */
export async function updateInvoice(
  tx: Transaction,
  { orderId, revision }: InvoiceRow,
  values: Partial<Omit<InvoiceRow, 'orderId' | 'revision'>>,
): Promise<InvoiceRow> {
  const [row] = await tx
    .update(invoices)
    .set({ ...values, revision: revision + 1 })
    .where(eq(invoices.orderId, orderId))
    .returning()
  return row!
}

/** Makes a red invoice due for a completed refund, unless the invoice was issued after the refund was started. */
export const markRedInvoiceDue = (
  tx: Transaction,
  { orderId, createTime, doneTime }: Pick<RefundRow, 'orderId' | 'createTime' | 'doneTime'>,
) =>
  tx
    .update(invoices)
    .set({ redDueTime: doneTime, revision: sql`${invoices.revision} + 1` })
    .where(
      and(
        eq(invoices.orderId, orderId),
        eq(invoices.state, 'answered'),
        isNull(invoices.redDueTime),
        lte(invoices.decideTime, createTime),
      ),
    )

const dayMs = 86_400_000

const untilOf = ({ payments }: Order): number | null =>
  payments.length === 0
    ? null
    : Math.max(...payments.map(({ paidTime }) => Date.parse(paidTime))) + policy.invoiceDays * dayMs

export function mayRequestInvoice(
  order: Order,
  row: InvoiceRow | null,
  now: number,
): OrderInvoice['mayRequest'] {
  const until = untilOf(order)
  if (row?.state === 'answered') return 'answered'
  if (until === null) return 'unpaid'
  if (settlement(order).kept.amount <= 0) return 'refunded'
  if (now >= until) return 'over'
  return row && row.revision > policy.maxInvoiceChanges ? 'tooMany' : 'yes'
}

const toInvoice = (row: InvoiceRow, { currency }: Pick<Order, 'currency'>): Invoice => ({
  state: row.state,
  buyer: row.buyer,
  name: row.name,
  taxNumber: row.taxNumber,
  email: row.email,
  time: row.requestTime.toISOString(),
  decideTime: row.decideTime?.toISOString() ?? null,
  amount: row.amount === null ? null : { amount: row.amount, currency },
  reason: row.reason,
  words: row.words,
  files: row.files.map(({ kind, type, time }) => ({ kind, type, time })),
})

export function toOrderInvoice(order: Order, row: InvoiceRow | null, now: number): OrderInvoice {
  const until = untilOf(order)
  return {
    orderId: order.orderId,
    orderNumber: order.orderNumber,
    amount: settlement(order).kept,
    mayRequest: mayRequestInvoice(order, row, now),
    until: until === null ? null : new Date(until).toISOString(),
    invoice: row && toInvoice(row, order),
    timeZone: order.timeZone,
    utcOffset: utcOffsetAt(now, order.timeZone),
    cityName: order.cityName,
  }
}

export const toOperatorInvoice = (
  row: InvoiceRow,
  order: Pick<Order, 'orderId' | 'currency'>,
): OperatorInvoice => ({
  ...toInvoice(row, order),
  orderId: order.orderId,
  currency: order.currency,
  revision: row.revision,
  redDueTime: row.redDueTime?.toISOString() ?? null,
})

/** By the first bytes. An OFD file is a ZIP archive that names `OFD.xml`. Null for another type. */
export function invoiceFileType(content: Buffer): InvoiceFileType | null {
  if (content.subarray(0, 5).toString('latin1') === '%PDF-') return 'pdf'
  const isZip = content.subarray(0, 4).equals(Buffer.from([0x50, 0x4b, 0x03, 0x04]))
  return isZip && content.includes('OFD.xml') ? 'ofd' : null
}

export const invoiceContentTypes: Record<InvoiceFileType, string> = {
  pdf: 'application/pdf',
  ofd: 'application/ofd',
}
