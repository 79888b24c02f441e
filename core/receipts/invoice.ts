import type { SnapshotFrom } from 'xstate'
import type { InvoiceBuyer, OrderInvoice } from '../contract/invoice.ts'
import { cleanLine } from '../lib/clean.ts'
import { foldEmail, isEmail } from '../lib/email.ts'
import type { ReadingRef } from '../lib/reading.machine.ts'
import type { invoiceMachine } from './invoice.machine.ts'
import { foldTaxNumber, isTaxNumber } from './tax-number.ts'

/** The traveller's unsent buyer. `taxNumber` is kept while a person is selected. */
export type InvoiceDraft = {
  buyer: InvoiceBuyer['buyer']
  name: string
  taxNumber: string
  email: string
  /** `invoiceFingerprint` when the draft was begun; null if it wasn't. */
  about: string | null
}

export const emptyInvoiceDraft: InvoiceDraft = {
  buyer: 'company',
  name: '',
  taxNumber: '',
  email: '',
  about: null,
}

/** Fingerprint of the order's request. A different value makes a draft obsolete. */
export const invoiceFingerprint = ({ invoice }: OrderInvoice): string =>
  JSON.stringify([invoice?.state, invoice?.time, invoice?.decideTime])

/** A draft that corrects the order's request, or a new one with the traveller's address. */
export const draftOfInvoice = (read: OrderInvoice, email: string): InvoiceDraft => {
  const { invoice } = read
  const about = invoiceFingerprint(read)
  if (!invoice) return { ...emptyInvoiceDraft, email, about }
  const { buyer, name, taxNumber } = invoice
  return { buyer, name, taxNumber: taxNumber ?? '', email: invoice.email, about }
}

export type InvoiceErrors = { name: boolean; taxNumber: boolean; email: boolean }

const buyerOf = (
  { buyer, name, taxNumber, email }: InvoiceDraft,
  { amount: { currency } }: OrderInvoice,
): InvoiceBuyer => {
  const base = { name: cleanLine(name), email: foldEmail(email.trim()) }
  return buyer === 'person'
    ? { buyer, ...base }
    : { buyer, ...base, taxNumber: foldTaxNumber(taxNumber, currency) }
}

/** The fields that can't be sent. */
export function invoiceErrorsOf(draft: InvoiceDraft, read: OrderInvoice): InvoiceErrors {
  const buyer = buyerOf(draft, read)
  return {
    name: buyer.name === '',
    taxNumber: buyer.buyer === 'company' && !isTaxNumber(buyer.taxNumber, read.amount.currency),
    email: !isEmail(buyer.email),
  }
}

/** The body to post; null if the draft is incomplete. */
export const bodyOfInvoice = (draft: InvoiceDraft, read: OrderInvoice | null): InvoiceBuyer | null =>
  read === null || Object.values(invoiceErrorsOf(draft, read)).some(Boolean) ? null : buyerOf(draft, read)

type InvoiceSnapshot = SnapshotFrom<typeof invoiceMachine>

const noErrors: InvoiceErrors = { name: false, taxNumber: false, email: false }

export const selectInvoiceRead = ({ context }: InvoiceSnapshot) => context.read
export const selectInvoiceDraft = ({ context }: InvoiceSnapshot) => context.draft
export const selectInvoiceProblem = ({ context }: InvoiceSnapshot) => context.problem
export const selectInvoiceReading = ({ children }: InvoiceSnapshot) =>
  children.reading as ReadingRef | undefined

/** Whether the form is on the page. */
export const selectIsEditingInvoice = (snapshot: InvoiceSnapshot) =>
  snapshot.matches('editing') || snapshot.matches('sending') || snapshot.matches('outcomeUnknown')

/** The errors to show, once the traveller has tried to send. */
export const selectInvoiceErrors = (snapshot: InvoiceSnapshot): InvoiceErrors => {
  const { read, draft } = snapshot.context
  return read && snapshot.matches({ editing: 'showingErrors' }) ? invoiceErrorsOf(draft, read) : noErrors
}
