import type { Currency } from '@handsfree/core/contract'
import type { PaymentProvider, Providers, SessionRequest, Surface } from './provider.ts'

/** Reads where a browser runs from its User-Agent. WeChat for computers counts as WeChat. */
export function surfaceOf(userAgent = ''): Surface {
  if (userAgent.includes('MicroMessenger')) return 'wechat'
  return /Android|iPhone|iPad|HarmonyOS|Mobile/.test(userAgent) ? 'phone' : 'pc'
}

/** Alipay for yuan on Chinese pages outside WeChat, which blocks Alipay's page. Otherwise the current provider. */
export const chooseProvider = (
  { current, byName }: Providers,
  { surface, locale, currency }: Pick<SessionRequest, 'surface' | 'locale'> & { currency: Currency },
): PaymentProvider => {
  const takesAlipay = surface !== 'wechat' && locale === 'zh-CN' && currency === 'CNY'
  return (takesAlipay ? byName('alipay') : null) ?? current
}
