import * as v from 'valibot'
import { policy } from '../policy/numbers.ts'
import { getCall, postCall } from './call.ts'
import { Currency, Email, Id, Money, requiredText, siteClock, Timestamp, text } from './common.ts'
import { OperatorOrderParams } from './operator.ts'

/** `person` also stands for organizations without a tax number. */
export const invoiceBuyers = ['company', 'person'] as const

export const InvoiceState = v.picklist(['waiting', 'answered', 'declined'])
export type InvoiceState = v.InferOutput<typeof InvoiceState>

/** `details`: the buyer's name or number can't be invoiced. `refunded`: nothing is left to invoice. */
export const invoiceDeclineReasons = ['details', 'refunded', 'other'] as const
export const InvoiceDeclineReason = v.picklist(invoiceDeclineReasons)
export type InvoiceDeclineReason = v.InferOutput<typeof InvoiceDeclineReason>

/** `red` credits an invoice after a refund. */
export const InvoiceFileKind = v.picklist(['invoice', 'red'])
export type InvoiceFileKind = v.InferOutput<typeof InvoiceFileKind>

/** By the file's first bytes. OFD is mainland China's format for e-invoices. */
export const InvoiceFileType = v.picklist(['pdf', 'ofd'])
export type InvoiceFileType = v.InferOutput<typeof InvoiceFileType>

export const InvoiceFile = v.object({ kind: InvoiceFileKind, type: InvoiceFileType, time: Timestamp })
export type InvoiceFile = v.InferOutput<typeof InvoiceFile>

export const Invoice = v.object({
  state: InvoiceState,
  buyer: v.picklist(invoiceBuyers),
  name: v.string(),
  /** Null for a person. */
  taxNumber: v.nullable(v.string()),
  email: v.string(),
  /** Of the latest request. */
  time: Timestamp,
  decideTime: v.nullable(Timestamp),
  /** Invoiced amount; null until answered. */
  amount: v.nullable(Money),
  /** Why it was declined, with words for the traveller, which may be empty. */
  reason: v.nullable(InvoiceDeclineReason),
  words: v.string(),
  /** Oldest first. `GET /orders/{orderId}/invoice/files/{index}` downloads one; the first has index 0. */
  files: v.array(InvoiceFile),
})
export type Invoice = v.InferOutput<typeof Invoice>

export const OrderInvoice = v.object({
  orderId: Id,
  orderNumber: v.string(),
  /** Payments minus refunds. */
  amount: Money,
  /** `refunded`: nothing is kept. `over`: too long since the payment. `tooMany` requests were changed. */
  mayRequest: v.picklist(['yes', 'unpaid', 'refunded', 'over', 'answered', 'tooMany']),
  /** Deadline for requests; null before a payment. */
  until: v.nullable(Timestamp),
  invoice: v.nullable(Invoice),
  ...siteClock,
  cityName: v.string(),
})
export type OrderInvoice = v.InferOutput<typeof OrderInvoice>

export const maxBuyerCharacters = 100
export const maxTaxNumberCharacters = 30

const name = requiredText(maxBuyerCharacters)
const email = v.pipe(Email, v.nonEmpty())
export const InvoiceBuyer = v.variant('buyer', [
  v.strictObject({
    buyer: v.literal('company'),
    name,
    taxNumber: requiredText(maxTaxNumberCharacters),
    email,
  }),
  v.strictObject({ buyer: v.literal('person'), name, email }),
])
export type InvoiceBuyer = v.InferOutput<typeof InvoiceBuyer>

const OrderParams = v.strictObject({ orderId: Id })

export const getInvoice = getCall('/orders/{orderId}/invoice', {
  summary: 'Returns the order’s invoice request with its files, and whether one can be made.',
  audience: 'traveller',
  params: OrderParams,
  result: OrderInvoice,
  errors: [5004],
})

export const requestInvoice = postCall('/orders/{orderId}/invoice', {
  summary: `Requests an invoice for what the order has kept, up to ${policy.invoiceDays} days after its last payment. Replaces an unanswered or declined request; repeating it changes nothing. Fails with 1008 and \`{ field: "taxNumber" }\` for a number that can’t be right: orders in CNY need the 18 characters of a unified social credit code, or 15 or 20 characters. Fails with 1008 (409) and \`{ field: "order", reason }\`: \`unpaid\`, \`refunded\`, \`over\`, \`answered\` or \`tooMany\`.`,
  audience: 'traveller',
  params: OrderParams,
  body: InvoiceBuyer,
  result: OrderInvoice,
  errors: [5004],
})

export const OperatorInvoice = v.object({
  ...Invoice.entries,
  orderId: Id,
  currency: Currency,
  /** Grows with each change. Acts name the one that the operator saw. */
  revision: v.number(),
  /** Since when a red invoice is due for a refund; null if none is. */
  redDueTime: v.nullable(Timestamp),
})
export type OperatorInvoice = v.InferOutput<typeof OperatorInvoice>

const operatorOptions = {
  audience: 'operator',
  params: OperatorOrderParams,
  result: OperatorInvoice,
  errors: [1002],
} as const
const revision = v.pipe(v.number(), v.safeInteger(), v.minValue(1), v.maxValue(1e9))
const changedNote =
  'Fails with 1002 without a request, and with 1008 (409) and `{ field: "invoice", reason: "changed" }` if it has another revision or state'

export const operatorGetInvoice = getCall('/operator/orders/{orderId}/invoice', {
  summary:
    'Returns the order’s invoice request; null without one. Logged as 801, once a day per order and employee.',
  audience: 'operator',
  params: OperatorOrderParams,
  result: v.object({ invoice: v.nullable(OperatorInvoice) }),
  errors: [5004],
})

const maxFileBytes = policy.maxInvoiceMb * 1024 * 1024
const maxBase64 = Math.ceil(maxFileBytes / 3) * 4

export const operatorAttachInvoice = postCall('/operator/orders/{orderId}/invoice/file', {
  summary: `Answers a request with its file, or replaces the file of an answered one. \`red\` adds the red invoice that a refund needs. The traveller is notified. ${changedNote}. Fails with 1008 and \`{ field: "content", reason }\`: \`type\` (415) if the file isn’t a PDF or OFD, \`size\` (413) above ${policy.maxInvoiceMb} MB. Fails with 1008 (409) and \`{ field: "order", reason: "refunded" }\` if nothing is left to invoice.`,
  ...operatorOptions,
  errors: [1002, 1005],
  bodyLimit: maxBase64 + 4_096,
  body: v.strictObject({
    revision,
    kind: InvoiceFileKind,
    /** Base64. */
    content: v.pipe(
      v.string(),
      v.nonEmpty(),
      v.maxLength(maxBase64 + 1_024),
      v.regex(/^[A-Za-z0-9+/]+={0,2}$/),
    ),
  }),
})

export const operatorDeclineInvoice = postCall('/operator/orders/{orderId}/invoice/decline', {
  summary: `Declines a request that waits, with a reason and words for the traveller. ${changedNote}.`,
  ...operatorOptions,
  body: v.strictObject({ revision, reason: InvoiceDeclineReason, words: text(200) }),
})

export const operatorEndRedInvoice = postCall('/operator/orders/{orderId}/invoice/red-done', {
  summary: `Records that the due red invoice was issued elsewhere, or isn’t needed. ${changedNote}.`,
  ...operatorOptions,
  body: v.strictObject({ revision }),
})
