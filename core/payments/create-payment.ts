import { fromCallback } from 'xstate'
import type { App } from '../app.ts'
import {
  createPayment,
  getPayment,
  getSessionStatus,
  openPaymentSession,
  type Payment,
  type PaymentSession,
  type SessionStatus,
} from '../contract/payment.ts'
import type { CancelSignal } from '../lib/cancel.ts'
import { fromCall } from '../lib/from-call.ts'
import { provideReading } from '../realtime/create-reading.ts'
import { onHint } from '../realtime/hints.ts'
import type { NewPayment, NewSession, PaymentEvent } from './payment.ts'
import { statusPollMachine } from './status-poll.machine.ts'

/**
 * Opens the provider's page. A device that slept may retry hours later and get the stored response of its key, with an
 * expired page. Then retries once under a new key.
 */
async function openSession(
  { api, clock, newKey, options: { paymentReturnUrl } }: App,
  { paymentId, method, idempotencyKey }: NewSession,
  signal: CancelSignal,
) {
  const body = {
    ...(method !== null && { method }),
    ...(paymentReturnUrl !== undefined && { returnUrl: paymentReturnUrl }),
  }
  const open = (key: string) =>
    api.call(openPaymentSession, { params: { paymentId }, body, idempotencyKey: key }, { signal })
  const opened = await open(idempotencyKey)
  const isOver = opened.ok && Date.parse(opened.value.expiresAt) <= clock.now()
  return isOver ? open(newKey()) : opened
}

export const providePayment = (app: App) => {
  const { api, platform } = app
  return {
    actors: {
      hints: fromCallback<PaymentEvent, { orderId: string | null }>(({ input: { orderId }, sendBack }) =>
        onHint(app, orderId, () => sendBack({ type: 'payment.hint' })),
      ),
      createPayment: fromCall<Payment, NewPayment>(({ input: { orderId, idempotencyKey }, signal }) =>
        api.call(createPayment, { body: { orderId, source: 'normal' }, idempotencyKey }, { signal }),
      ),
      loadPayment: fromCall<Payment, { paymentId: string }>(({ input, signal }) =>
        api.call(getPayment, { params: input }, { signal }),
      ),
      reading: provideReading(
        (listener) => onHint(app, null, listener),
        (signal, payment) => api.call(getPayment, { params: payment as Payment }, { signal }),
      ),
      openSession: fromCall<PaymentSession, NewSession>(({ input, signal }) =>
        openSession(app, input, signal),
      ),
      statusPoll: statusPollMachine.provide({
        actors: {
          fetchStatus: fromCall<SessionStatus, { sessionId: string }>(({ input, signal }) =>
            api.call(getSessionStatus, { query: input }, { signal }),
          ),
        },
      }),
    },
    actions: {
      openProviderPage: (_: unknown, { url }: { url: string }) => platform.openPage(url),
    },
  }
}
