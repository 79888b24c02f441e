import {
  cancelOrder,
  chooseReturn,
  countOngoingOrders,
  createOrder as createOrderCall,
  customerViews,
  getOrder,
  getOrderTrace,
  type Locale,
  listOrders,
  type Order,
  previewCancellation,
  quoteOrder,
} from '@handsfree/core/contract'
import { errorCodes } from '@handsfree/core/lib'
import { canMoveOrder } from '@handsfree/core/orders'
import { policy } from '@handsfree/core/policy'
import { eq } from 'drizzle-orm'
import type { FastifyReply, FastifyRequest } from 'fastify'
import * as v from 'valibot'
import { createBrandFormatter } from '../domain/catalogue/brand.ts'
import { saveConsent } from '../domain/consents/consents.ts'
import { findOwnDetails, listOwnOrders } from '../domain/order-details/find-own-orders.ts'
import { withOrderDetails } from '../domain/order-details/order-details.ts'
import { toOrder, toTraceEvent } from '../domain/order-details/to-order.ts'
import { findRoute, requireSite } from '../domain/orders/draft-rules.ts'
import { countOwnOrders, findOwnOrder } from '../domain/orders/find-orders.ts'
import { factsOf, freeUntilOf, lifecycleOf } from '../domain/orders/lifecycle-columns.ts'
import { lockOrder } from '../domain/orders/lock-order.ts'
import type { OrderRow } from '../domain/orders/orders.table.ts'
import { findDestination } from '../domain/orders/places.ts'
import { quotedFacts, quoteFor } from '../domain/orders/quotes.ts'
import { orderNotFound, refusalOf } from '../domain/orders/refusals.ts'
import { findTrace } from '../domain/orders/trace.ts'
import { createCreditNotePdf, createReceiptPdf, type PdfOptions } from '../domain/receipts/receipt-pdf.ts'
import { rememberEntries } from '../domain/saved/saved-entries.ts'
import { findQrSite } from '../domain/sites/sites.ts'
import { users } from '../domain/users/users.table.ts'
import { createOrder, readForCreation } from '../flows/create-order.ts'
import { moveOrder } from '../flows/move-order.ts'
import { chooseReturn as chooseReturnOf } from '../flows/returns.ts'
import type { Database } from '../runtime/db/database.ts'
import { ApiError } from '../runtime/http/api-error.ts'
import { batchedRoute } from '../runtime/http/batched-route.ts'
import { identifyCaller, localeOf } from '../runtime/http/caller.ts'
import type { DomainPlugin } from '../runtime/http/domain.ts'
import { route } from '../runtime/http/route.ts'
import { rehearsalBanner } from '../runtime/rehearsal.ts'

export const ordersPlugin: DomainPlugin = (app, services) => {
  const findPlace = async (tx: Database, qrId: string, locale: Locale) => {
    const place = await findQrSite(tx, qrId, locale)
    if (!place) throw new ApiError(errorCodes.siteNotExists, 'site not exists')
    return place
  }

  const readOne = async (tx: Database, row: OrderRow, locale: Locale) =>
    toOrder((await withOrderDetails(tx, [row]))[0]!, services, locale)

  route(app, services, quoteOrder, async ({ tx, traveller, body, locale }) => {
    const place = await findPlace(tx, body.qrId, locale)
    const destination = requireSite(await findDestination(tx, body.delivery))
    return quoteFor(services, traveller.uin, place, quotedFacts(body, findRoute(place, destination)))
  })

  batchedRoute(
    app,
    services,
    createOrderCall,
    ({ tx, tokenHash, body, locale }) => readForCreation(tx, services, { tokenHash, locale }, body.draft),
    async ({ tx, afterCommit, addFinalStatement, traveller, body, locale, batchedReads }) => {
      await saveConsent(tx, services, { uin: traveller.uin, kind: 'privacy' }, body.consent)
      const work = { tx, afterCommit, addFinalStatement }
      const parts = await createOrder(work, services, { uin: traveller.uin, locale }, body, batchedReads)
      if (body.remember) await rememberEntries(tx, services, traveller.uin, body.draft, body.remember)
      return toOrder(parts, services, locale)
    },
  )

  route(app, services, listOrders, async ({ tx, traveller, query, locale }) => {
    const { list, nextCursor } = await listOwnOrders(tx, traveller.uin, query.status, query.cursor)
    return { list: list.map((parts) => toOrder(parts, services, locale)), nextCursor }
  })

  route(app, services, countOngoingOrders, ({ tx, traveller }) =>
    countOwnOrders(tx, traveller.uin, customerViews.ongoing),
  )

  route(app, services, getOrder, async ({ tx, traveller, params, locale }) => {
    const { parts, trace } = await findOwnDetails(tx, traveller.uin, params.orderId)
    return {
      ...toOrder(parts, services, locale),
      trace: trace.map((event) => toTraceEvent(event, parts.order, locale)),
    }
  })

  type CreatePdf = (order: Order, options: PdfOptions) => Promise<Buffer> | null

  /** Sends a PDF about one of the caller's orders. Throws 1002 if there is none. */
  const sendPdf = async (
    request: FastifyRequest<{ Params: { orderId: string } }>,
    reply: FastifyReply,
    name: string,
    create: CreatePdf,
  ) => {
    const { traveller } = await identifyCaller(request, getOrder, services)
    const { uin } = traveller!
    const sent = v.safeParse(getOrder.params, { orderId: request.params.orderId })
    if (!sent.success) throw orderNotFound()
    const locale = localeOf(request)
    const pdf = await services.requestLimits.inTurn([`receipt:${uin}`], async () => {
      const { parts } = await findOwnDetails(services.db, uin, sent.output.orderId)
      const [customer] = await services.db
        .select({ name: users.name, email: users.email })
        .from(users)
        .where(eq(users.uin, uin))
      const created = create(toOrder(parts, services, locale), {
        intl: await createBrandFormatter(services.db, services, locale),
        now: services.now().getTime(),
        customer: customer ?? null,
        company: services.settings.company[locale],
        banner: services.settings.rehearsal ? rehearsalBanner[locale] : undefined,
      })
      if (!created) throw new ApiError(errorCodes.notFound, 'not found')
      return created
    })
    return reply
      .header('content-type', 'application/pdf')
      .header('content-disposition', `attachment; filename="${name}"`)
      .header('cache-control', 'no-store')
      .send(pdf)
  }

  // Not a `route`: it returns no envelope.
  app.get<{ Params: { orderId: string } }>('/api/orders/:orderId/receipt.pdf', (request, reply) =>
    sendPdf(request, reply, 'receipt.pdf', (order, options) =>
      order.payments.length > 0 ? createReceiptPdf(order, options) : null,
    ),
  )

  app.get<{ Params: { orderId: string; refundId: string } }>(
    '/api/orders/:orderId/refunds/:refundId/credit-note.pdf',
    (request, reply) =>
      sendPdf(request, reply, 'credit-note.pdf', (order, options) => {
        const refund = order.refunds.find(({ refundId }) => refundId === request.params.refundId)
        return refund?.creditNoteNumber ? createCreditNotePdf(order, refund, options) : null
      }),
  )

  route(app, services, getOrderTrace, async ({ tx, traveller, params, locale }) => {
    const row = await findOwnOrder(tx, traveller.uin, params.orderId)
    return (await findTrace(tx, row.orderId)).map((event) => toTraceEvent(event, row, locale))
  })

  route(app, services, previewCancellation, async ({ tx, traveller, params }) => {
    const order = await findOwnOrder(tx, traveller.uin, params.orderId)
    const now = services.now()
    if (!canMoveOrder(lifecycleOf(order), factsOf(order, now), { type: 'order.cancel' })) {
      throw refusalOf('order.cancel', order)
    }
    return {
      refund: { amount: order.amountPaid, currency: order.currency },
      refundHours: policy.refundHours,
      freeCancellationUntil: freeUntilOf(order).toISOString(),
    }
  })

  route(app, services, chooseReturn, async ({ tx, afterCommit, traveller, params, body, locale }) => {
    const work = { tx, afterCommit }
    const { orderId } = await findOwnOrder(tx, traveller.uin, params.orderId)
    const order = (await lockOrder(work, orderId))!
    const given = { choice: body.choice, actor: `traveller:${traveller.uin}` }
    return readOne(tx, await chooseReturnOf(work, services, order, given), locale)
  })

  route(app, services, cancelOrder, async ({ tx, afterCommit, traveller, params, locale }) => {
    const work = { tx, afterCommit }
    const { orderId } = await findOwnOrder(tx, traveller.uin, params.orderId)
    const order = (await lockOrder(work, orderId))!
    const actor = `traveller:${traveller.uin}`
    return readOne(tx, await moveOrder(work, services, order, { event: 'order.cancel', actor }), locale)
  })
}
