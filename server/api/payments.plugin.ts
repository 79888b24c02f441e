import { createPayment, getPayment, getSessionStatus, openPaymentSession } from '@handsfree/core/contract'
import { findOwnOrder } from '../domain/orders/find-orders.ts'
import { findPayment, findPaymentOf, findSession, toPayment } from '../domain/payments/find-payments.ts'
import { requestPaymentPage } from '../domain/payments/reserve-session.ts'
import { bringCheckForward, openSession } from '../domain/payments/sessions.ts'
import type { IdentifiedRequest } from '../runtime/http/call.ts'
import { describeError } from '../runtime/http/describe-error.ts'
import type { DomainPlugin } from '../runtime/http/domain.ts'
import { route } from '../runtime/http/route.ts'
import { originOf } from '../runtime/settings/public-origin.ts'

export const paymentsPlugin: DomainPlugin = (app, services) => {
  route(app, services, createPayment, async ({ tx, traveller, body }) => {
    const { orderId } = await findOwnOrder(tx, traveller.uin, body.orderId)
    return toPayment(tx, services, await findPaymentOf(tx, traveller.uin, orderId, body.source))
  })

  const requestPageBefore = ({
    traveller,
    params,
    locale,
    request,
  }: IdentifiedRequest<typeof openPaymentSession>) =>
    requestPaymentPage(
      services,
      {
        uin: traveller.uin,
        paymentId: params.paymentId,
        locale,
        origin: originOf(request, services.settings),
      },
      (error) => request.log.error(describeError(error), 'the payment provider could not open a page'),
    )

  route(
    app,
    services,
    openPaymentSession,
    async ({ tx, afterCommit, traveller, params, beforeResult }) => {
      const { sessionId, redirectUrl, expiresAt } = await openSession(
        { tx, afterCommit },
        services,
        { uin: traveller.uin, paymentId: params.paymentId },
        beforeResult,
      )
      return { sessionId, redirectUrl, expiresAt: expiresAt.toISOString() }
    },
    { beforeTransaction: requestPageBefore },
  )

  route(app, services, getPayment, async ({ tx, traveller, params }) =>
    toPayment(tx, services, await findPayment(tx, traveller.uin, params.paymentId)),
  )

  route(app, services, getSessionStatus, async ({ tx, traveller, query }) => {
    const { session, ...found } = await findSession(tx, traveller.uin, query.sessionId)
    await bringCheckForward(tx, services, session)
    const payment = await toPayment(tx, services, found)
    return { sessionId: session.sessionId, session: session.state, payment }
  })
}
