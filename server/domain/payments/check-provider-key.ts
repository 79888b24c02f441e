import { lastErrorOf } from '../../runtime/jobs/last-error.ts'
import { StartError } from '../../runtime/start-error.ts'
import type { PaymentProvider } from './provider.ts'

/**
 * Throws `StartError` if the provider rejects our key. Only warns if it's unavailable: orders can be created and paid
 * later.
 */
export async function checkProviderKey(
  provider: Pick<PaymentProvider, 'name' | 'refusesKey'>,
  warn: (message: string) => void,
): Promise<void> {
  const [service, setting] =
    provider.name === 'alipay' ? ['Alipay', 'ALIPAY_PRIVATE_KEY'] : ['Stripe', 'STRIPE_SECRET_KEY']
  const refusal = await provider.refusesKey?.().catch((error: unknown) => {
    warn(`${service} doesn’t respond, so ${setting} wasn’t checked: ${lastErrorOf(error)}`)
    return null
  })
  if (refusal) throw new StartError(`Invalid ${setting}: ${refusal}.`)
}
