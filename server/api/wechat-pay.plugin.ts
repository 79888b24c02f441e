import { and, eq } from 'drizzle-orm'
import * as v from 'valibot'
import { orders } from '../domain/orders/orders.table.ts'
import { paymentSessions, payments } from '../domain/payments/payments.table.ts'
import { bringCheckForward } from '../domain/payments/sessions.ts'
import { wechatPayPage, wechatPayPolicy } from '../domain/payments/wechat-pay-page.ts'
import { localeOf } from '../runtime/http/caller.ts'
import type { DomainPlugin } from '../runtime/http/domain.ts'

const Params = v.object({ sessionId: v.pipe(v.string(), v.regex(/^\w{1,64}$/)) })

/** Seconds between two looks of the QR page at its session. */
const refreshSeconds = 3

/** Shows the QR code or the link to WeChat in plain HTML. The QR page reloads until its session ends. */
export const wechatPayPlugin: DomainPlugin = (app, services) => {
  app.get('/api/payments/wechat-pay/:sessionId', async (request, reply) => {
    const { db } = services
    const params = v.safeParse(Params, request.params)
    const [found] = params.success
      ? await db
          .select({ session: paymentSessions, payment: payments, orderNumber: orders.orderNumber })
          .from(paymentSessions)
          .innerJoin(payments, eq(payments.paymentId, paymentSessions.paymentId))
          .innerJoin(orders, eq(orders.orderId, payments.orderId))
          .where(
            and(
              eq(paymentSessions.sessionId, params.output.sessionId),
              eq(paymentSessions.provider, 'wechat_pay'),
            ),
          )
      : []
    if (!found) return reply.redirect('/', 303)
    const { session, payment, orderNumber } = found
    const { sessionId, state, redirectUrl, expiresAt } = session
    const returnPath = `/payment/session-status?sessionId=${sessionId}`
    if (state !== 'open' || expiresAt <= services.now()) return reply.redirect(returnPath, 303)
    await bringCheckForward(db, services, session)
    // From the row, not the address, so that nobody can show another code on this page.
    const { searchParams } = new URL(redirectUrl, 'http://localhost')
    const h5Url = searchParams.get('h5_url')
    const html = wechatPayPage(localeOf(request), {
      amount: { amount: payment.amount, currency: payment.currency },
      orderNumber,
      returnPath,
      cancelPath: `/payment/checkout/${payment.paymentId}`,
      codeUrl: searchParams.get('code_url'),
      h5Url,
    })
    return reply
      .headers({
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': wechatPayPolicy,
        'cache-control': 'no-store',
        // WeChat Pay opens H5 only from the domain registered with it, which it takes from the referrer.
        'referrer-policy': 'origin',
        ...(h5Url ? {} : { refresh: String(refreshSeconds) }),
      })
      .send(html)
  })
}
