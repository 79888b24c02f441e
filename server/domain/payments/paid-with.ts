import type { PaymentMethod } from '@handsfree/core/contract'
import type { PaymentProvider } from './provider.ts'

/** How a session was paid. Null without an answer: the money counts all the same. */
export const paidWith = (provider: PaymentProvider, reference: string): Promise<PaymentMethod | null> =>
  provider.methodOf(reference).catch(() => null)
