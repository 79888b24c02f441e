import { lastErrorOf } from '../../runtime/jobs/last-error.ts'
import { StartError } from '../../runtime/start-error.ts'
import type { PaymentProvider } from './provider.ts'

/**
 * Throws `StartError` if the provider rejects our key. Only warns if it's unavailable: orders can be created and paid
 * later.
 */
export async function checkProviderKey(
  provider: Pick<PaymentProvider, 'refusesKey'>,
  warn: (message: string) => void,
): Promise<void> {
  const refusal = await provider.refusesKey?.().catch((error: unknown) => {
    warn(`Stripe doesn’t respond, so STRIPE_SECRET_KEY wasn’t checked: ${lastErrorOf(error)}`)
    return null
  })
  if (refusal) throw new StartError(`Invalid STRIPE_SECRET_KEY: ${refusal}.`)
}
