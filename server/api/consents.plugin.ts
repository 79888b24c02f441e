import { giveConsent, listConsents, withdrawConsent } from '@handsfree/core/contract'
import { endConsent, findConsents, saveConsent } from '../domain/consents/consents.ts'
import { unsubscribeTraveller } from '../domain/push/subscriptions.ts'
import type { DomainPlugin } from '../runtime/http/domain.ts'
import { route } from '../runtime/http/route.ts'

export const consentsPlugin: DomainPlugin = (app, services) => {
  route(app, services, listConsents, ({ tx, traveller }) => findConsents(tx, traveller.uin))

  route(app, services, giveConsent, async ({ tx, traveller: { uin }, body: { kind, ...consent } }) => {
    await saveConsent(tx, services, { uin, kind }, consent)
    return findConsents(tx, uin)
  })

  route(app, services, withdrawConsent, async ({ tx, traveller: { uin }, body: { kind } }) => {
    await endConsent(tx, services, { uin, kind })
    await unsubscribeTraveller(tx, uin)
    return findConsents(tx, uin)
  })
}
