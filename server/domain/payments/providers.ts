import type { Services } from '../../runtime/services.ts'
import { publicOrigin } from '../../runtime/settings/public-origin.ts'
import { createAlipayProvider } from './alipay.ts'
import type { PaymentProvider, Providers } from './provider.ts'
import { createSandboxProvider } from './sandbox/sandbox-provider.ts'
import { createStripeProvider } from './stripe.ts'
import { createWechatPayProvider } from './wechat-pay.ts'

/**
 * Stripe if it's configured, the sandbox in the demo, and Alipay and WeChat Pay next to them. Settings require Stripe
 * in production, since the other two take only yuan.
 */
export function createProviders(
  services: Pick<Services, 'settings' | 'db' | 'keys' | 'now' | 'random'>,
): Providers {
  const { stripe, alipay, wechatPay, demo, paymentMethods } = services.settings
  const providers: PaymentProvider[] = [
    ...(stripe ? [createStripeProvider({ ...stripe, methods: paymentMethods })] : []),
    ...(demo ? [createSandboxProvider(services)] : []),
  ]
  const [current] = providers
  if (alipay) providers.push(createAlipayProvider(alipay, services.now))
  if (wechatPay) providers.push(createWechatPayProvider(wechatPay, services, publicOrigin(services.settings)))
  if (!current) throw new Error('no payment provider is configured')
  return { current, byName: (name) => providers.find((provider) => provider.name === name) ?? null }
}
