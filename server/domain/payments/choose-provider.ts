import type { Currency } from '@handsfree/core/contract'
import type { PaymentProvider, Providers, SessionRequest, Surface } from './provider.ts'

/** Reads where a browser runs from its User-Agent. WeChat for computers counts as WeChat. */
export function surfaceOf(userAgent = ''): Surface {
  if (userAgent.includes('MicroMessenger')) return 'wechat'
  return /Android|iPhone|iPad|HarmonyOS|Mobile/.test(userAgent) ? 'phone' : 'pc'
}

/** WeChat's browser blocks Alipay's page. */
export const isBlocked = (provider: string, surface: Surface): boolean =>
  provider === 'alipay' && surface === 'wechat'

/**
 * For yuan, WeChat Pay inside WeChat, and Alipay or else WeChat Pay on other Chinese pages. Otherwise the current
 * provider.
 */
export const chooseProvider = (
  { current, byName }: Providers,
  { surface, locale, currency }: Pick<SessionRequest, 'surface' | 'locale'> & { currency: Currency },
): PaymentProvider => {
  if (currency !== 'CNY') return current
  if (surface === 'wechat') return byName('wechat_pay') ?? current
  return (locale === 'zh-CN' ? (byName('alipay') ?? byName('wechat_pay')) : null) ?? current
}
