import { lastErrorOf } from '../../runtime/jobs/last-error.ts'
import { StartError } from '../../runtime/start-error.ts'
import type { PaymentProvider, ProviderName } from './provider.ts'

const names: Partial<Record<ProviderName, [service: string, setting: string]>> = {
  stripe: ['Stripe', 'STRIPE_SECRET_KEY'],
  alipay: ['Alipay', 'ALIPAY_PRIVATE_KEY'],
  wechat_pay: ['WeChat Pay', 'WECHAT_PAY_PRIVATE_KEY'],
}

/**
 * Throws `StartError` if the provider rejects our key. Only warns if it's unavailable: orders can be created and paid
 * later.
 */
export async function checkProviderKey(
  provider: Pick<PaymentProvider, 'name' | 'refusesKey'>,
  warn: (message: string) => void,
): Promise<void> {
  const [service, setting] = names[provider.name] ?? [provider.name, 'its key']
  const refusal = await provider.refusesKey?.().catch((error: unknown) => {
    warn(`${service} doesn’t respond, so ${setting} wasn’t checked: ${lastErrorOf(error)}`)
    return null
  })
  if (refusal) throw new StartError(`Invalid ${setting}: ${refusal}.`)
}
