import type { PaymentProvider } from '../../server/domain/payments/provider.ts'
import { signWebhook } from '../../server/domain/payments/sandbox/sandbox-signature.ts'
import { runDuePayments } from '../../server/flows/due-payments.ts'
import type { TestServer } from './harness.ts'

let events = 0

/** Posts a signed sandbox event with a unique id. */
export function postSandboxEvent({ app, services }: TestServer, event: object) {
  const body = JSON.stringify({ eventId: `event-${++events}`, ...event })
  const signature = signWebhook(services.keys, services.now(), body)
  return app.inject({
    method: 'POST',
    url: '/api/payments/webhook/sandbox',
    headers: { 'content-type': 'application/json', 'sandbox-signature': signature },
    payload: body,
  })
}

/** Runs due payment work with a changed provider. */
export function runDuePaymentsWith({ services }: TestServer, changes: Partial<PaymentProvider>) {
  const current = { ...services.providers.current, ...changes }
  return runDuePayments(services, { current, byName: () => current })
}
