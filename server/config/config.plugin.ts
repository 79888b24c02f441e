import { getContact } from '@handsfree/core/api'
import type { DomainPlugin } from '../http/domain.ts'
import { route } from '../http/route.ts'

export const configPlugin: DomainPlugin = (app, services) => {
  route(app, services, getContact, async () => ({ phone: services.settings.hotline }))
}
