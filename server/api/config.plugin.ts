import { getContact, getPrivacyFacts } from '@handsfree/core/contract'
import { contactPhone } from '../domain/catalogue/contact-phone.ts'
import { tokenDays } from '../domain/users/token-life.ts'
import type { DomainPlugin } from '../runtime/http/domain.ts'
import { route } from '../runtime/http/route.ts'

export const configPlugin: DomainPlugin = (app, services) => {
  route(app, services, getContact, async ({ tx, locale }) => ({
    phone: await contactPhone(tx, services.settings),
    company: services.settings.company[locale],
  }))
  route(app, services, getPrivacyFacts, async () => {
    const { keepDays, stripe, alipay, wechatPay, sms, smtp, push, s3, markets, demo } = services.settings
    return {
      keepDays: { ...keepDays, ...tokenDays },
      processors: {
        payments: stripe !== null || alipay !== null || wechatPay !== null,
        textMessages: sms !== null,
        mail: smtp !== null,
        pushMessages: push !== null || demo,
        storage: s3 !== null,
      },
      markets: markets.slice(),
    }
  })
}
