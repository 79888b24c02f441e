import type { PaymentMethod } from '@handsfree/core/contract'
import type { PaymentProvider } from './provider.ts'

/** Returns the payment method. Null if the request fails: the payment counts anyway. */
export const findPaymentMethod = (
  provider: PaymentProvider,
  reference: string,
): Promise<PaymentMethod | null> => provider.methodOf(reference).catch(() => null)
