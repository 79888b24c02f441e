import {
  getInvoice,
  type Locale,
  type Order,
  operationActions,
  operatorAttachInvoice,
  operatorDeclineInvoice,
  operatorEndRedInvoice,
  operatorGetInvoice,
  requestInvoice,
} from '@handsfree/core/contract'
import { errorCodes } from '@handsfree/core/lib'
import * as v from 'valibot'
import { readContent } from '../domain/files/files.ts'
import { withOrderDetails } from '../domain/order-details/order-details.ts'
import { toOrder } from '../domain/order-details/to-order.ts'
import { findOwnOrder, readOrder } from '../domain/orders/find-orders.ts'
import { lockOrder } from '../domain/orders/lock-order.ts'
import { hasLogged, logOperations } from '../domain/orders/operations.ts'
import type { OrderRow } from '../domain/orders/orders.table.ts'
import { orderNotFound } from '../domain/orders/refusals.ts'
import {
  findInvoice,
  invoiceContentTypes,
  toOperatorInvoice,
  toOrderInvoice,
} from '../domain/receipts/invoices.ts'
import {
  attachInvoice,
  declineInvoice,
  endRedInvoice,
  requestInvoiceFor,
  storeInvoiceFile,
} from '../flows/invoices.ts'
import type { Database, Transaction } from '../runtime/db/database.ts'
import { ApiError } from '../runtime/http/api-error.ts'
import type { IdentifiedRequest } from '../runtime/http/call.ts'
import { identifyCaller } from '../runtime/http/caller.ts'
import type { DomainPlugin } from '../runtime/http/domain.ts'
import { route } from '../runtime/http/route.ts'

const FileParams = v.strictObject({
  orderId: getInvoice.params.entries.orderId,
  index: v.pipe(v.string(), v.regex(/^\d{1,3}$/), v.toNumber()),
})

/** Invoices that travellers request and operators answer with a file. */
export const invoicesPlugin: DomainPlugin = (app, services) => {
  const { now, random } = services

  const readOne = async (tx: Database, row: OrderRow, locale: Locale): Promise<Order> =>
    toOrder((await withOrderDetails(tx, [row]))[0]!, services, locale)

  route(app, services, getInvoice, async ({ tx, traveller, params, locale }) => {
    const order = await findOwnOrder(tx, traveller.uin, params.orderId)
    const invoice = await findInvoice(tx, order.orderId)
    return toOrderInvoice(await readOne(tx, order, locale), invoice, now().getTime())
  })

  route(app, services, requestInvoice, async ({ tx, afterCommit, traveller, params, body, locale }) => {
    await findOwnOrder(tx, traveller.uin, params.orderId)
    const order = (await lockOrder({ tx }, params.orderId))!
    const shownOrder = await readOne(tx, order, locale)
    const invoice = await requestInvoiceFor({ tx, afterCommit }, services, order, { body, shownOrder })
    return toOrderInvoice(shownOrder, invoice, now().getTime())
  })

  // Not a `route`: it returns no envelope.
  app.get('/api/orders/:orderId/invoice/files/:index', async (request, reply) => {
    const { traveller } = await identifyCaller(request, getInvoice, services)
    const notFound = new ApiError(errorCodes.notFound, 'not found')
    const sent = v.safeParse(FileParams, request.params)
    if (!sent.success) throw notFound
    const { orderId, index } = sent.output
    await findOwnOrder(services.db, traveller!.uin, orderId)
    const file = (await findInvoice(services.db, orderId))?.files[index]
    const content = file && (await readContent(services, file.fileId))
    if (!content) throw notFound
    return (
      reply
        .header('content-type', invoiceContentTypes[file.type])
        .header('content-disposition', `attachment; filename="invoice.${file.type}"`)
        // The browser cache outlives a sign-out.
        .header('cache-control', 'no-store')
        .send(content)
    )
  })

  route(app, services, operatorGetInvoice, async ({ tx, params, employee }) => {
    const order = await readOrder(tx, params.orderId)
    if (!order) throw orderNotFound()
    const { orderId } = order
    const invoice = await findInvoice(tx, orderId)
    if (!invoice) return { invoice: null }
    const log = { orderId, actor: `employee:${employee.employeeId}`, time: now() }
    if (!(await hasLogged(tx, log, operationActions.sensitiveCustomerInfo))) {
      await logOperations({ tx }, random, log, [{ action: operationActions.sensitiveCustomerInfo }])
    }
    return { invoice: toOperatorInvoice(invoice, order) }
  })

  const requireLockedOrder = async (tx: Transaction, orderId: string): Promise<OrderRow> => {
    const order = await lockOrder({ tx }, orderId)
    if (!order) throw new ApiError(errorCodes.notFound, 'not found')
    return order
  }

  route(
    app,
    services,
    operatorAttachInvoice,
    async ({ tx, afterCommit, params, body, employee, locale, beforeResult: upload }) => {
      const order = await requireLockedOrder(tx, params.orderId)
      const { revision, kind } = body
      const actor = `employee:${employee.employeeId}`
      const shownOrder = await readOne(tx, order, locale)
      const given = { revision, kind, upload, shownOrder, actor }
      return toOperatorInvoice(await attachInvoice({ tx, afterCommit }, services, order, given), order)
    },
    // Storage may be slow, so it isn't part of the transaction.
    {
      beforeTransaction: ({ params, body }: IdentifiedRequest<typeof operatorAttachInvoice>) =>
        storeInvoiceFile(services, params.orderId, body.content),
    },
  )

  route(app, services, operatorDeclineInvoice, async ({ tx, afterCommit, params, body, employee }) => {
    const order = await requireLockedOrder(tx, params.orderId)
    const given = { ...body, actor: `employee:${employee.employeeId}` }
    return toOperatorInvoice(await declineInvoice({ tx, afterCommit }, services, order, given), order)
  })

  route(app, services, operatorEndRedInvoice, async ({ tx, afterCommit, params, body, employee }) => {
    const order = await requireLockedOrder(tx, params.orderId)
    const given = { ...body, actor: `employee:${employee.employeeId}` }
    return toOperatorInvoice(await endRedInvoice({ tx, afterCommit }, services, order, given), order)
  })
}
