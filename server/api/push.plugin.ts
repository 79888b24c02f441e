import {
  confirmPush,
  getPushOptions,
  subscribeCrewPush,
  subscribePush,
  unsubscribeCrewPush,
  unsubscribePush,
} from '@handsfree/core/contract'
import { errorCodes } from '@handsfree/core/lib'
import { endConsent, findLatestConsent, saveConsent } from '../domain/consents/consents.ts'
import { accessDenied } from '../domain/crew/scope.ts'
import { readReceipt } from '../domain/push/receipt.ts'
import { setShown } from '../domain/push/shown.ts'
import { hasSubscriptions, subscribeDevice, unsubscribeDevice } from '../domain/push/subscriptions.ts'
import { requireOwnDevice } from '../domain/users/tablets.ts'
import { ApiError } from '../runtime/http/api-error.ts'
import { sentTokenHash } from '../runtime/http/caller.ts'
import type { DomainPlugin } from '../runtime/http/domain.ts'
import { route } from '../runtime/http/route.ts'
import { originOf } from '../runtime/settings/public-origin.ts'

/** Subscriptions of devices to push messages, and their receipts. */
export const pushPlugin: DomainPlugin = (app, services) => {
  const { keys, now, push, settings } = services

  route(app, services, getPushOptions, async () => ({ publicKey: push?.publicKey ?? null }))

  route(app, services, subscribePush, async ({ tx, traveller: { uin, tokenHash }, body, request }) => {
    const { consent, ...device } = body
    await saveConsent(tx, services, { uin, kind: 'push' }, consent)
    if (!consent && (await findLatestConsent(tx, uin, 'push'))?.isGiven === false) {
      throw new ApiError(errorCodes.userStateError, 'the consent was withdrawn', { status: 409 })
    }
    return subscribeDevice(tx, services, { tokenHash }, { ...device, origin: originOf(request, settings) })
  })

  route(app, services, unsubscribePush, async ({ tx, traveller: { uin, tokenHash } }) => {
    await unsubscribeDevice(tx, { tokenHash })
    if (!(await hasSubscriptions(tx, uin))) await endConsent(tx, services, { uin, kind: 'push' })
    return {}
  })

  route(app, services, subscribeCrewPush, ({ tx, employee, body, request }) => {
    requireOwnDevice(employee)
    const sessionHash = sentTokenHash(request)
    if (!employee.isSession || sessionHash === null) throw accessDenied()
    return subscribeDevice(tx, services, { sessionHash }, { ...body, origin: originOf(request, settings) })
  })

  route(app, services, unsubscribeCrewPush, async ({ tx, request }) => {
    await unsubscribeDevice(tx, { sessionHash: sentTokenHash(request) ?? '' })
    return {}
  })

  route(app, services, confirmPush, async ({ tx, body }) => {
    const pushId = readReceipt(keys, body.receipt)
    if (pushId !== null) await setShown(tx, pushId, now())
    return {}
  })
}
