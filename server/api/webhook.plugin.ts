import { patternOf } from '@handsfree/core/api'
import { type PaymentMethod, receivePaymentWebhook } from '@handsfree/core/contract'
import { errorCodes } from '@handsfree/core/lib'
import * as v from 'valibot'
import { type KnownDispute, recordDispute } from '../domain/payments/disputes.ts'
import { moveSession } from '../domain/payments/move-session.ts'
import { paidWith } from '../domain/payments/paid-with.ts'
import { paymentEvents } from '../domain/payments/payments.table.ts'
import type { PaymentProvider, ProviderNews, WebhookEvent } from '../domain/payments/provider.ts'
import { givenUpError } from '../flows/send-refunds.ts'
import { AnotherAmount, isKnownSession, settleSession } from '../flows/settle-payment.ts'
import { eventOf, settleRefund } from '../flows/settle-refund.ts'
import { inTransaction } from '../runtime/db/work.ts'
import { ApiError } from '../runtime/http/api-error.ts'
import type { DomainPlugin } from '../runtime/http/domain.ts'
import type { Services } from '../runtime/services.ts'

const bodyLimit = 256 * 1024

/** Webhooks about disputes name only the payment, so the session is looked up. */
type KnownEvent = {
  eventId: string
  news: Exclude<ProviderNews, { kind: 'dispute' }> | ({ kind: 'dispute' } & KnownDispute)
  method?: PaymentMethod | null
}

/**
 * Fetches a dispute's session and a payment's method from the provider before the transaction. A missing method
 * doesn't block the payment.
 */
async function complete(provider: PaymentProvider, { eventId, news }: WebhookEvent): Promise<KnownEvent> {
  if (news?.kind === 'session' && news.outcome === 'paid')
    return { eventId, news, method: await paidWith(provider, news.reference) }
  if (news?.kind !== 'dispute') return { eventId, news }
  const reference = await provider.sessionOf(news.paymentReference)
  return { eventId, news: { ...news, provider: provider.name, reference } }
}

/** Processes an event once. Returns an error for operators to log, or null. */
const take = (
  services: Services,
  provider: string,
  { eventId, news, method = null }: KnownEvent,
): Promise<string | null> =>
  inTransaction(services.db, async (work) => {
    const isNew = await work.tx
      .insert(paymentEvents)
      .values({ provider, eventId, time: services.now() })
      .onConflictDoNothing()
      .returning({ eventId: paymentEvents.eventId })
    if (isNew.length === 0 || !news) return null
    if (news.kind === 'session') {
      await settleSession(work, services, { provider, ...news, method })
      return null
    }
    if (news.kind === 'dispute') {
      const { disputeId, paymentReference, state } = news
      const orderId = await recordDispute(work, services, news)
      if (!orderId)
        return `dispute ${disputeId} refers to ${paymentReference}, which isn’t a payment of this system`
      return state === 'open' || state === 'lost'
        ? `dispute ${disputeId} of order ${orderId} is ${state}`
        : null
    }
    const { refundId, attempt, outcome, reason } = news
    const settled = await settleRefund(work, services, refundId, {
      event: eventOf({ outcome }, attempt),
      actor: `provider:${provider}`,
      reason,
    })
    return settled?.isGivenUp ? givenUpError(settled.refund).message : null
  })

/**
 * Flags the session for an operator, since no job polls it any more. The webhook is still rejected, so the provider
 * retries.
 */
async function noteAnotherAmount(services: Services, error: unknown): Promise<void> {
  if (!(error instanceof AnotherAmount)) return
  await inTransaction(services.db, (work) =>
    moveSession(work, services, error.sessionId, { type: 'provider.mispaid' }, { reason: error.message }),
  )
}

/** Needs the raw body, because the signature covers every byte. */
export const paymentWebhooksPlugin: DomainPlugin = async (app, services) => {
  await app.register(async (raw) => {
    raw.removeAllContentTypeParsers()
    raw.addContentTypeParser<Buffer>('*', { parseAs: 'buffer', bodyLimit }, (_request, body, done) =>
      done(null, body),
    )
    raw.post(`/api${patternOf(receivePaymentWebhook)}`, async (request) => {
      const params = v.safeParse(receivePaymentWebhook.params, request.params)
      const provider = params.success ? services.providers.byName(params.output.provider) : null
      if (!provider) throw new ApiError(errorCodes.notFound, 'not found')
      const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
      const event = provider.parseWebhook(body, request.headers)
      const { eventId, news } = event
      // Accept events of other products on the same account: Stripe disables endpoints that keep rejecting.
      if (news?.kind === 'session' && !(await isKnownSession(services.db, provider.name, news))) {
        const { reference } = news
        request.log.warn(
          { provider: provider.name, eventId, reference },
          'ignored a webhook for a session of another system',
        )
        return { code: 0, message: 'ok', result: {} }
      }
      const trouble = await take(services, provider.name, await complete(provider, event)).catch(
        async (error: unknown) => {
          await noteAnotherAmount(services, error)
          if (error instanceof ApiError)
            request.log.error({ provider: provider.name, eventId, reason: error.message }, 'webhook rejected')
          throw error
        },
      )
      if (trouble) request.log.error({ provider: provider.name, eventId }, trouble)
      return { code: 0, message: 'ok', result: {} }
    })
  })
}
