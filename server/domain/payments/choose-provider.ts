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

/** Alipay for yuan on Chinese pages outside WeChat. Otherwise the current provider. */
export const chooseProvider = (
  { current, byName }: Providers,
  { surface, locale, currency }: Pick<SessionRequest, 'surface' | 'locale'> & { currency: Currency },
): PaymentProvider => {
  const takesAlipay = !isBlocked('alipay', surface) && locale === 'zh-CN' && currency === 'CNY'
  return (takesAlipay ? byName('alipay') : null) ?? current
}
