import {
  customerNotificationTypes,
  type InvoiceBuyer,
  type InvoiceDeclineReason,
  type InvoiceFileKind,
  type InvoiceFileType,
  type InvoiceState,
  type OperationAction,
  type Order,
  operationActions,
} from '@handsfree/core/contract'
import { errorCodes } from '@handsfree/core/lib'
import { settlement } from '@handsfree/core/orders'
import { policy } from '@handsfree/core/policy'
import { foldTaxNumber, isTaxNumber } from '@handsfree/core/receipts'
import { eq } from 'drizzle-orm'
import { files } from '../domain/files/files.table.ts'
import { storeFile } from '../domain/files/files.ts'
import { deleteFiles } from '../domain/files/remove-files.ts'
import { notify } from '../domain/notifications/notify.ts'
import { notifyOperators } from '../domain/notifications/notify-employees.ts'
import { readOrder } from '../domain/orders/find-orders.ts'
import { logOperations } from '../domain/orders/operations.ts'
import type { OrderRow } from '../domain/orders/orders.table.ts'
import { type InvoiceRow, invoices } from '../domain/receipts/invoices.table.ts'
import {
  findInvoice,
  invoiceFileType,
  mayRequestInvoice,
  updateInvoice,
} from '../domain/receipts/invoices.ts'
import { queueInvoiceMail } from '../domain/receipts/receipt-mails.ts'
import type { Transaction } from '../runtime/db/database.ts'
import type { Work } from '../runtime/db/work.ts'
import { ApiError } from '../runtime/http/api-error.ts'
import type { Services } from '../runtime/services.ts'

const maxFileBytes = policy.maxInvoiceMb * 1024 * 1024

const refused = (message: string, details: { field: string; reason?: string }, status: number) =>
  new ApiError(errorCodes.paramError, message, { status, details })

const noInvoice = () => new ApiError(errorCodes.notFound, 'not found')

function readBuyer(body: InvoiceBuyer, currency: OrderRow['currency']) {
  const { buyer, name, email } = body
  if (body.buyer === 'person') return { buyer, name, email, taxNumber: null }
  const taxNumber = foldTaxNumber(body.taxNumber, currency)
  if (!isTaxNumber(taxNumber, currency)) {
    throw refused('not a tax number of this market', { field: 'taxNumber' }, 400)
  }
  return { buyer, name, email, taxNumber }
}

const log = (
  { tx }: Pick<Work, 'tx'>,
  { now, random }: Pick<Services, 'now' | 'random'>,
  orderId: string,
  { action, actor }: { action: OperationAction; actor: string },
) => logOperations({ tx }, random, { orderId, actor, time: now() }, [{ action }])

/** Makes or replaces an order's request. The order must be locked. Throws 1008. */
export async function requestInvoiceFor(
  work: Work,
  services: Services,
  order: OrderRow,
  { body, shownOrder }: { body: InvoiceBuyer; shownOrder: Order },
): Promise<InvoiceRow> {
  const { tx, afterCommit } = work
  const { orderId, uin, currency } = order
  const time = services.now()
  const buyer = readBuyer(body, currency)
  const row = await findInvoice(tx, orderId)
  const isSame =
    row?.state === 'waiting' &&
    row.buyer === buyer.buyer &&
    row.name === buyer.name &&
    row.taxNumber === buyer.taxNumber &&
    row.email === buyer.email
  if (isSame) return row
  const reason = mayRequestInvoice(shownOrder, row, time.getTime())
  if (reason !== 'yes') throw refused('no invoice can be requested', { field: 'order', reason }, 409)
  const values = { ...buyer, state: 'waiting' as const, requestTime: time, decideTime: null, reason: null }
  const [made] = row
    ? [await updateInvoice(tx, row, { ...values, words: '' })]
    : await tx
        .insert(invoices)
        .values({ orderId, ...values })
        .returning()
  const actor = `traveller:${uin}` as const
  await log(work, services, orderId, { action: operationActions.invoiceRequest, actor })
  if (row?.state !== 'waiting')
    await notifyOperators(work, services, orderId, { queueKind: 'invoice', actor })
  afterCommit(() => {
    services.realtime.orderChanged(uin, orderId)
    services.realtime.operatorsHint(orderId)
  })
  return made!
}

/** Requires the revision that the operator saw. Throws 1002, and 1008 (409). */
async function requireRevision(
  tx: Transaction,
  orderId: string,
  { revision, states }: { revision: number; states: readonly InvoiceState[] },
): Promise<InvoiceRow> {
  const row = await findInvoice(tx, orderId)
  if (!row) throw noInvoice()
  if (row.revision !== revision || !states.includes(row.state)) {
    throw refused('the request has changed', { field: 'invoice', reason: 'changed' }, 409)
  }
  return row
}

const notifyTraveller = async (
  work: Work,
  services: Services,
  { orderId, orderNumber, uin }: OrderRow,
  { revision, state }: InvoiceRow,
) => {
  const change = state === 'declined' ? 'invoiceDeclined' : 'invoiceReady'
  await notify(work, services, {
    uin,
    type: customerNotificationTypes.orderUpdated,
    content: { orderId, orderNumber, change },
    isPopup: false,
  })
  await queueInvoiceMail(work, services, { orderId, revision })
  work.afterCommit(() => {
    services.realtime.orderChanged(uin, orderId)
    services.realtime.operatorsHint(orderId)
  })
}

export type StoredUpload = { fileId: string; type: InvoiceFileType }

/**
 * Checks and stores an invoice's file, which the sweep removes if nothing uses it. Throws 1008 for a wrong or large file
 * and 1002 for an unknown order.
 */
export async function storeInvoiceFile(
  services: Services,
  orderId: string,
  base64: string,
): Promise<StoredUpload> {
  const content = Buffer.from(base64, 'base64')
  if (content.length > maxFileBytes) {
    throw refused(`larger than ${policy.maxInvoiceMb} MB`, { field: 'content', reason: 'size' }, 413)
  }
  const type = invoiceFileType(content)
  if (!type) throw refused('only PDF and OFD are supported', { field: 'content', reason: 'type' }, 415)
  const order = await readOrder(services.db, orderId)
  if (!order || !(await findInvoice(services.db, orderId))) throw noInvoice()
  const fileId = await storeFile(services.db, services, order.uin, { content, width: 0, height: 0 })
  return { fileId, type }
}

/** Adds a file to a request: its invoice, or a red invoice. The order must be locked. Throws 1002, 1008. */
export async function attachInvoice(
  work: Work,
  services: Services,
  order: OrderRow,
  {
    revision,
    kind,
    upload: { fileId, type },
    shownOrder,
    actor,
  }: { revision: number; kind: InvoiceFileKind; upload: StoredUpload; shownOrder: Order; actor: string },
): Promise<InvoiceRow> {
  const { tx } = work
  const states: InvoiceState[] = kind === 'red' ? ['answered'] : ['waiting', 'answered']
  const row = await requireRevision(tx, order.orderId, { revision, states })
  if (kind === 'red' && row.redDueTime === null) {
    throw refused('no red invoice is due', { field: 'invoice', reason: 'changed' }, 409)
  }
  const { kept } = settlement(shownOrder)
  if (kind === 'invoice' && kept.amount <= 0) {
    throw refused('nothing is left to invoice', { field: 'order', reason: 'refunded' }, 409)
  }
  const time = services.now()
  await tx.update(files).set({ keptTime: time }).where(eq(files.fileId, fileId))
  const isReplaced = (file: InvoiceRow['files'][number]) => kind === 'invoice' && file.kind === 'invoice'
  await deleteFiles(
    tx,
    services,
    row.files.filter(isReplaced).map((file) => file.fileId),
  )
  const added = { fileId, kind, type, time: time.toISOString() }
  const invoice = await updateInvoice(tx, row, {
    files: [...row.files.filter((file) => !isReplaced(file)), added],
    ...(kind === 'red' ? { redDueTime: null } : { state: 'answered', decideTime: time, amount: kept.amount }),
  })
  const action = kind === 'red' ? operationActions.invoiceRed : operationActions.invoiceAnswer
  await log(work, services, order.orderId, { action, actor })
  await notifyTraveller(work, services, order, invoice)
  return invoice
}

/** The order must be locked. Throws 1002, 1008. */
export async function declineInvoice(
  work: Work,
  services: Services,
  order: OrderRow,
  {
    revision,
    reason,
    words,
    actor,
  }: { revision: number; reason: InvoiceDeclineReason; words: string; actor: string },
): Promise<InvoiceRow> {
  const row = await requireRevision(work.tx, order.orderId, { revision, states: ['waiting'] })
  const decideTime = services.now()
  const invoice = await updateInvoice(work.tx, row, { state: 'declined', decideTime, reason, words })
  await log(work, services, order.orderId, { action: operationActions.invoiceDecline, actor })
  await notifyTraveller(work, services, order, invoice)
  return invoice
}

/** Ends a due red invoice without a file. The order must be locked. Throws 1002, 1008. */
export async function endRedInvoice(
  work: Work,
  services: Services,
  order: OrderRow,
  { revision, actor }: { revision: number; actor: string },
): Promise<InvoiceRow> {
  const row = await requireRevision(work.tx, order.orderId, { revision, states: ['answered'] })
  if (row.redDueTime === null) {
    throw refused('no red invoice is due', { field: 'invoice', reason: 'changed' }, 409)
  }
  const invoice = await updateInvoice(work.tx, row, { redDueTime: null })
  await log(work, services, order.orderId, { action: operationActions.invoiceRed, actor })
  work.afterCommit(() => services.realtime.operatorsHint(order.orderId))
  return invoice
}
