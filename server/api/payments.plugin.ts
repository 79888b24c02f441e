import {
  createPayment,
  getPayment,
  getSessionStatus,
  type Locale,
  openPaymentSession,
} from '@handsfree/core/contract'
import { errorCodes } from '@handsfree/core/lib'
import type { FastifyRequest } from 'fastify'
import { findOwnOrder } from '../domain/orders/find-orders.ts'
import { surfaceOf } from '../domain/payments/choose-provider.ts'
import { findPayment, findPaymentOf, findSession, toPayment } from '../domain/payments/find-payments.ts'
import type { SessionRequest } from '../domain/payments/provider.ts'
import { requestPaymentPage } from '../domain/payments/reserve-session.ts'
import { bringCheckForward, openSession } from '../domain/payments/sessions.ts'
import { ApiError } from '../runtime/http/api-error.ts'
import type { IdentifiedRequest } from '../runtime/http/call.ts'
import { describeError } from '../runtime/http/describe-error.ts'
import type { DomainPlugin } from '../runtime/http/domain.ts'
import { route } from '../runtime/http/route.ts'
import { originOf } from '../runtime/settings/public-origin.ts'

const pageOf = ({
  locale,
  request,
}: {
  locale: Locale
  request: FastifyRequest
}): Pick<SessionRequest, 'surface' | 'locale'> => ({
  locale,
  surface: surfaceOf(request.headers['user-agent']),
})

export const paymentsPlugin: DomainPlugin = (app, services) => {
  route(app, services, createPayment, async ({ tx, traveller, body, locale, request }) => {
    const { orderId } = await findOwnOrder(tx, traveller.uin, body.orderId)
    const found = await findPaymentOf(tx, traveller.uin, orderId, body.source)
    return toPayment(tx, services, found, pageOf({ locale, request }))
  })

  const allowedReturnUrl = (returnUrl: string | undefined) => {
    if (returnUrl === undefined) return null
    if (services.settings.paymentReturnUrls.includes(returnUrl)) return returnUrl
    const details = { field: 'returnUrl', reason: 'notAllowed' }
    throw new ApiError(errorCodes.paramError, 'this return address isn’t allowed', { details })
  }

  const requestPageBefore = ({
    traveller,
    params,
    body,
    locale,
    request,
  }: IdentifiedRequest<typeof openPaymentSession>) =>
    requestPaymentPage(
      services,
      {
        uin: traveller.uin,
        paymentId: params.paymentId,
        method: body.method ?? null,
        returnUrl: allowedReturnUrl(body.returnUrl),
        ...pageOf({ locale, request }),
        origin: originOf(request, services.settings),
        clientIp: request.ip,
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

  route(app, services, getPayment, async ({ tx, traveller, params, locale, request }) =>
    toPayment(
      tx,
      services,
      await findPayment(tx, traveller.uin, params.paymentId),
      pageOf({ locale, request }),
    ),
  )

  route(app, services, getSessionStatus, async ({ tx, traveller, query, locale, request }) => {
    const { session, ...found } = await findSession(tx, traveller.uin, query.sessionId)
    await bringCheckForward(tx, services, session)
    const payment = await toPayment(tx, services, found, pageOf({ locale, request }))
    return { sessionId: session.sessionId, session: session.state, payment }
  })
}
