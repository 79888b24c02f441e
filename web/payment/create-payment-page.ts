import type { App } from '@handsfree/core'
import { openPayment, type PaymentActor, type PaymentInput } from '@handsfree/core/payment'
import { navigate } from '../app/navigate.ts'

/** A payment on its own page, which the order replaces once it is settled. Created, not started. */
export function createPaymentPage(app: App, from: PaymentInput['from']): PaymentActor {
  const payment = openPayment(app, from)
  payment.on('payment.paid', ({ orderId }) => navigate(`/order/detail/${orderId}`, { replace: true }))
  return payment
}
