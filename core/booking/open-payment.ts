import { createActor } from 'xstate'
import type { App } from '../app.ts'
import { pulseMs } from '../lib/platform.ts'
import { providePayment } from '../payments/create-payment.ts'
import { type PaymentActor, paymentMachine } from '../payments/payment.machine.ts'
import type { PaymentInput } from '../payments/payment.ts'
import { removePaidDraft } from './preview.ts'

/** A payment page, by payment id or provider session. Deletes the order's draft once paid. Created, not started. */
export function openPayment(app: App, from: PaymentInput['from']): PaymentActor {
  const actor = createActor(paymentMachine.provide(providePayment(app)), {
    input: { from, now: app.clock.now, newKey: app.newKey },
    clock: app.platform.clock,
    inspect: app.options.inspect,
  })
  let wasConfirming = false
  actor.subscribe((snapshot) => {
    const { payment } = snapshot.context
    if (wasConfirming && snapshot.matches('paid')) app.platform.vibrate?.(pulseMs)
    wasConfirming = snapshot.matches('confirming')
    if (payment && snapshot.matches('paid')) removePaidDraft(app.platform.storage, payment.orderId)
  })
  return actor
}
