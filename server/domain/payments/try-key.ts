import { lastErrorOf } from '../../runtime/jobs/last-error.ts'
import { StartError } from '../../runtime/start-error.ts'
import type { PaymentProvider } from './provider.ts'

/**
 * Asks the payment provider whether it takes our key. Throws `StartError` when it refuses it, and warns of one that does
 * not answer: orders can be made meanwhile, and are paid once it does.
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
