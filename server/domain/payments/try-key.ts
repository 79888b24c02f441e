import { lastErrorOf } from '../../runtime/jobs/last-error.ts'
import { StartError } from '../../runtime/start-error.ts'
import type { PaymentProvider } from './provider.ts'

/**
 * Throws `StartError` if the provider rejects our key. Only warns if it's unavailable: orders can be created and paid
 * later.
 */
export async function tryKey(
  provider: Pick<PaymentProvider, 'refusesKey'>,
  warn: (message: string) => void,
): Promise<void> {
  const refusal = await provider.refusesKey?.().catch((error: unknown) => {
    warn(`Stripe does not answer, so nobody knows whether STRIPE_SECRET_KEY is right: ${lastErrorOf(error)}`)
    return null
  })
  if (refusal) throw new StartError(`STRIPE_SECRET_KEY is wrong: ${refusal}.`)
}
