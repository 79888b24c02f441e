import { getContact } from '@handsfree/core/contract'
import { contactPhone } from '../domain/catalogue/contact-phone.ts'
import type { DomainPlugin } from '../runtime/http/domain.ts'
import { route } from '../runtime/http/route.ts'

export const configPlugin: DomainPlugin = (app, services) => {
  route(app, services, getContact, async ({ tx, locale }) => ({
    phone: await contactPhone(tx, services.settings),
    company: services.settings.company[locale],
  }))
}
