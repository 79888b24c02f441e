import { patternOf } from '@handsfree/core/api'
import { type PaymentMethod, receivePaymentWebhook } from '@handsfree/core/contract'
import { errorCodes } from '@handsfree/core/lib'
import * as v from 'valibot'
import type { ResolvedDispute } from '../domain/payments/disputes.ts'
import { findPaymentMethod } from '../domain/payments/find-payment-method.ts'
import { moveSession } from '../domain/payments/move-session.ts'
import { paymentEvents } from '../domain/payments/payments.table.ts'
import type { PaymentProvider, ProviderUpdate, WebhookEvent } from '../domain/payments/provider.ts'
import { notifyDispute } from '../flows/record-disputes.ts'
import { givenUpError } from '../flows/send-refunds.ts'
import { AmountMismatch, isKnownSession, settleSession } from '../flows/settle-payment.ts'
import { eventOf, settleRefund } from '../flows/settle-refund.ts'
import { inTransaction } from '../runtime/db/work.ts'
import { ApiError } from '../runtime/http/api-error.ts'
import type { DomainPlugin } from '../runtime/http/domain.ts'
import type { Services } from '../runtime/services.ts'

const bodyLimit = 256 * 1024

/** Webhooks about disputes name only the payment, so the session is looked up. */
type ResolvedEvent = {
  eventId: string
  update:
    | Exclude<ProviderUpdate, { kind: 'dispute' }>
    | ({ kind: 'dispute'; paymentReference: string } & ResolvedDispute)
  method?: PaymentMethod | null
}

/**
 * Fetches a dispute's session and a payment's method from the provider before the transaction. A missing method
 * doesn't block the payment.
 */
async function resolveEvent(
  provider: PaymentProvider,
  { eventId, update }: WebhookEvent,
): Promise<ResolvedEvent> {
  if (update?.kind === 'session' && update.outcome === 'paid')
    return { eventId, update, method: await findPaymentMethod(provider, update.reference) }
  if (update?.kind !== 'dispute') return { eventId, update }
  const reference = await provider.sessionOf(update.paymentReference)
  return { eventId, update: { ...update, provider: provider.name, reference } }
}

/** Processes an event once. Returns an error for operators to log, or null. */
const handleEvent = (
  services: Services,
  provider: string,
  { eventId, update, method = null }: ResolvedEvent,
): Promise<string | null> =>
  inTransaction(services.db, async (work) => {
    const insertedRows = await work.tx
      .insert(paymentEvents)
      .values({ provider, eventId, time: services.now() })
      .onConflictDoNothing()
      .returning({ eventId: paymentEvents.eventId })
    if (insertedRows.length === 0 || !update) return null
    if (update.kind === 'session') {
      await settleSession(work, services, { provider, ...update, method })
      return null
    }
    if (update.kind === 'dispute') {
      const { disputeId, paymentReference, state } = update
      const orderId = await notifyDispute(work, services, update)
      if (!orderId)
        return `dispute ${disputeId} refers to ${paymentReference}, which isn’t a payment of this system`
      return state === 'open' || state === 'lost'
        ? `dispute ${disputeId} of order ${orderId} is ${state}`
        : null
    }
    const { refundId, attempt, outcome, reason } = update
    const settlement = await settleRefund(work, services, refundId, {
      event: eventOf({ outcome }, attempt),
      actor: `provider:${provider}`,
      reason,
    })
    return settlement?.isGivenUp ? givenUpError(settlement.refund).message : null
  })

/**
 * Flags the session for an operator, since no job polls it any more. The webhook is still rejected, so the provider
 * retries.
 */
async function recordAmountMismatch(services: Services, error: unknown): Promise<void> {
  if (!(error instanceof AmountMismatch)) return
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
    raw.post(`/api${patternOf(receivePaymentWebhook)}`, async (request, reply) => {
      const params = v.safeParse(receivePaymentWebhook.params, request.params)
      const provider = params.success ? services.providers.byName(params.output.provider) : null
      if (!provider) throw new ApiError(errorCodes.notFound, 'not found')
      const acknowledge = () => {
        const { acknowledgement } = provider
        if (acknowledgement === undefined) return { code: 0, message: 'ok', result: {} }
        return reply.type('text/plain; charset=utf-8').send(acknowledgement)
      }
      const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
      const event = provider.parseWebhook(body, request.headers)
      const { eventId, update } = event
      // Accept events of other products on the same account: Stripe disables endpoints that keep rejecting.
      if (update?.kind === 'session' && !(await isKnownSession(services.db, provider.name, update))) {
        const { reference } = update
        request.log.warn(
          { provider: provider.name, eventId, reference },
          'ignored a webhook for a session of another system',
        )
        return acknowledge()
      }
      const alert = await handleEvent(services, provider.name, await resolveEvent(provider, event)).catch(
        async (error: unknown) => {
          await recordAmountMismatch(services, error)
          if (error instanceof ApiError)
            request.log.error({ provider: provider.name, eventId, reason: error.message }, 'webhook rejected')
          throw error
        },
      )
      if (alert) request.log.error({ provider: provider.name, eventId }, alert)
      return acknowledge()
    })
  })
}
