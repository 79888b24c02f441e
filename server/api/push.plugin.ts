import {
  confirmPush,
  getPushOptions,
  subscribeCrewPush,
  subscribePush,
  unsubscribeCrewPush,
  unsubscribePush,
} from '@handsfree/core/contract'
import { accessDenied } from '../domain/crew/scope.ts'
import { readReceipt } from '../domain/push/receipt.ts'
import { setShown } from '../domain/push/shown.ts'
import { subscribeDevice, unsubscribeDevice } from '../domain/push/subscriptions.ts'
import { requireOwnDevice } from '../domain/users/tablets.ts'
import { sentTokenHash } from '../runtime/http/caller.ts'
import type { DomainPlugin } from '../runtime/http/domain.ts'
import { route } from '../runtime/http/route.ts'
import { originOf } from '../runtime/settings/public-origin.ts'

/** Subscriptions of devices to push messages, and their receipts. */
export const pushPlugin: DomainPlugin = (app, services) => {
  const { keys, now, push, settings } = services

  route(app, services, getPushOptions, async () => ({ publicKey: push?.publicKey ?? null }))

  route(app, services, subscribePush, ({ tx, traveller: { tokenHash }, body, request }) =>
    subscribeDevice(tx, services, { tokenHash }, { ...body, origin: originOf(request, settings) }),
  )

  route(app, services, unsubscribePush, async ({ tx, traveller: { tokenHash } }) => {
    await unsubscribeDevice(tx, { tokenHash })
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
