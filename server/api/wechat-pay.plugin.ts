import type { Money } from '@handsfree/core/contract'
import { and, eq } from 'drizzle-orm'
import type { FastifyReply, FastifyRequest } from 'fastify'
import * as v from 'valibot'
import { orders } from '../domain/orders/orders.table.ts'
import { surfaceOf } from '../domain/payments/choose-provider.ts'
import { paymentSessions, payments } from '../domain/payments/payments.table.ts'
import { cancelUrlOf, paymentSubject, returnUrlOf } from '../domain/payments/reserve-session.ts'
import { bringCheckForward } from '../domain/payments/sessions.ts'
import {
  endAuthorization,
  savePrepayId,
  startAuthorization,
  wechatPayPath,
} from '../domain/payments/wechat-pay-authorization.ts'
import { type WayToPay, wechatPayPage, wechatPayPolicy } from '../domain/payments/wechat-pay-page.ts'
import { describeError } from '../runtime/http/describe-error.ts'
import type { DomainPlugin } from '../runtime/http/domain.ts'
import { readerOf } from '../runtime/http/pages.ts'
import { withRehearsalBanner } from '../runtime/rehearsal.ts'
import type { Services } from '../runtime/services.ts'
import { originOf } from '../runtime/settings/public-origin.ts'

const Params = v.object({ sessionId: v.pipe(v.string(), v.regex(/^\w{1,64}$/)) })

/** WeChat's return from its authorization. */
const Authorized = v.object({
  code: v.pipe(v.string(), v.regex(/^[\w-]{1,512}$/)),
  state: v.pipe(v.string(), v.regex(/^[\da-f]{32}$/)),
})

/** Seconds between two looks of the QR page at its session. */
const refreshSeconds = 3

async function findPage({ db }: Services, given: unknown) {
  const params = v.safeParse(Params, given)
  if (!params.success) return null
  const { sessionId } = params.output
  const [found] = await db
    .select({ session: paymentSessions, payment: payments, orderNumber: orders.orderNumber })
    .from(paymentSessions)
    .innerJoin(payments, eq(payments.paymentId, paymentSessions.paymentId))
    .innerJoin(orders, eq(orders.orderId, payments.orderId))
    .where(and(eq(paymentSessions.sessionId, sessionId), eq(paymentSessions.provider, 'wechat_pay')))
  return found ?? null
}
type FoundPage = NonNullable<Awaited<ReturnType<typeof findPage>>>

const amountOf = ({ payment: { amount, currency } }: FoundPage): Money => ({ amount, currency })

const sendPage = (
  { settings: { rehearsal } }: Pick<Services, 'settings'>,
  request: FastifyRequest,
  reply: FastifyReply,
  found: FoundPage,
  way: WayToPay,
): FastifyReply =>
  reply
    .headers({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': rehearsal
        ? wechatPayPolicy.replace('style-src', "style-src 'self'")
        : wechatPayPolicy,
      'cache-control': 'no-store',
      // WeChat Pay opens H5 only from the domain registered with it, which it takes from the referrer.
      'referrer-policy': 'origin',
      ...(way.kind === 'code' ? { refresh: String(refreshSeconds) } : {}),
    })
    .send(
      (rehearsal ? withRehearsalBanner : String)(
        wechatPayPage(readerOf(request).locale, {
          amount: amountOf(found),
          orderNumber: found.orderNumber,
          pagePath: wechatPayPath(found.session.sessionId),
          returnPath: returnUrlOf(found.session),
          cancelPath: cancelUrlOf(found.session),
          way,
        }),
      ),
    )

/**
 * Pages of WeChat Pay in plain HTML: a QR code, which reloads until its session ends, a link to WeChat, or inside
 * WeChat its own sheet, after WeChat has named the payer.
 */
export const wechatPayPlugin: DomainPlugin = (app, services) => {
  const { db, now } = services
  const isOver = ({ session: { state, expiresAt } }: FoundPage) => state !== 'open' || expiresAt <= now()
  const findInWechat = () => services.providers.byName('wechat_pay')?.inWechat

  app.get('/api/payments/wechat-pay/:sessionId', async (request, reply) => {
    const found = await findPage(services, request.params)
    if (!found) return reply.redirect('/', 303)
    const { session } = found
    const { sessionId, redirectUrl } = session
    if (isOver(found)) return reply.redirect(returnUrlOf(session), 303)
    if (session.surface !== surfaceOf(request.headers['user-agent']))
      return reply.redirect(cancelUrlOf(found.session), 303)
    await bringCheckForward(db, services, session)
    // From the row, not the address, so that nobody can show another code on this page.
    const { searchParams } = new URL(redirectUrl, 'http://localhost')
    const [codeUrl, h5Url, prepayId] = ['code_url', 'h5_url', 'prepay_id'].map((name) =>
      searchParams.get(name),
    )
    if (codeUrl) return sendPage(services, request, reply, found, { kind: 'code', codeUrl })
    if (h5Url) return sendPage(services, request, reply, found, { kind: 'h5', h5Url })
    const inWechat = findInWechat()
    if (!inWechat) return reply.redirect('/', 303)
    if (prepayId) {
      const bridgeRequest = inWechat.bridgeRequest(prepayId)
      return sendPage(services, request, reply, found, { kind: 'bridge', bridgeRequest })
    }
    const state = await startAuthorization(services, sessionId)
    const returnUrl = `${originOf(request, services.settings)}${wechatPayPath(sessionId)}/authorized`
    return reply
      .header('cache-control', 'no-store')
      .redirect(inWechat.authorizationUrl(returnUrl, state), 303)
  })

  app.get('/api/payments/wechat-pay/:sessionId/authorized', async (request, reply) => {
    const found = await findPage(services, request.params)
    const inWechat = findInWechat()
    if (!found || !inWechat) return reply.redirect('/', 303)
    const { sessionId, expiresAt } = found.session
    const query = v.safeParse(Authorized, request.query)
    if (
      query.success &&
      !isOver(found) &&
      (await endAuthorization(services, sessionId, query.output.state))
    ) {
      try {
        const prepayId = await inWechat.prepay(
          {
            sessionId,
            amount: amountOf(found),
            subject: await paymentSubject(services, found.orderNumber, 'zh-CN'),
            origin: originOf(request, services.settings),
            expiresAt,
          },
          query.output.code,
        )
        await savePrepayId(services, sessionId, prepayId)
      } catch (error) {
        request.log.error(describeError(error), 'WeChat Pay could not be opened inside WeChat')
        return sendPage(services, request, reply.status(502), found, { kind: 'refused' })
      }
    }
    return reply.redirect(wechatPayPath(sessionId), 303)
  })
}
