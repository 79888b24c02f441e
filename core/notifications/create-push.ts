import { createActor, fromPromise } from 'xstate'
import type { ApiClient } from '../api/client.ts'
import type { App } from '../app.ts'
import type { Locale } from '../contract/common.ts'
import {
  employeePushKinds,
  getPushOptions,
  type PushKind,
  type PushSubscriptionKeys,
  subscribeCrewPush,
  subscribePush,
  travellerPushKinds,
  unsubscribeCrewPush,
  unsubscribePush,
} from '../contract/push.ts'
import type { Account } from '../contract/user.ts'
import { errorCodes } from '../lib/error-codes.ts'
import { isRefusedWith } from '../lib/failure.ts'
import { fromCall, toFailure, unwrap } from '../lib/from-call.ts'
import { storageKeys } from '../lib/keys.ts'
import { policy } from '../policy/numbers.ts'
import type { DevicePush, DeviceSubscription } from './device-push.ts'
import { type PushActor, pushMachine } from './push.machine.ts'
import {
  type PushFinding,
  type PushRecord,
  PushServiceError,
  pushStore,
  type SubscribeInput,
} from './push.ts'

/** A server may have lost a subscription, so it is sent again after this time. */
const maxAgeMs = 7 * 24 * 3_600_000

/** Wraps what the device throws, which no call of ours explains. */
async function fromDevice<Value>(answer: Promise<Value>): Promise<Value> {
  try {
    return await answer
  } catch (cause) {
    throw new PushServiceError('the push service failed', { cause })
  }
}

type Subscribing = {
  subscription: PushSubscriptionKeys
  locale: Locale
  kinds: readonly PushKind[]
  isConsent: boolean
}

/** Travellers' and employees' calls differ. */
const audiences = {
  traveller: {
    path: subscribePush.path,
    subscribe: (api: ApiClient, { kinds, isConsent, ...body }: Subscribing) =>
      api.call(subscribePush, {
        body: {
          ...body,
          kinds: travellerPushKinds.filter((kind) => kinds.includes(kind)),
          ...(isConsent ? { consent: { version: policy.privacyVersion, locale: body.locale } } : {}),
        },
      }),
    unsubscribe: (api: ApiClient) => api.call(unsubscribePush, { body: {} }),
  },
  employee: {
    path: subscribeCrewPush.path,
    // Their employer informs them.
    subscribe: (api: ApiClient, { kinds, isConsent: _, ...body }: Subscribing) =>
      api.call(subscribeCrewPush, {
        body: { ...body, kinds: employeePushKinds.filter((kind) => kinds.includes(kind)) },
      }),
    unsubscribe: (api: ApiClient) => api.call(unsubscribeCrewPush, { body: {} }),
  },
}

/**
 * Push notices on this device. Follows the account, and shows the number of unread notifications on the app's icon.
 * Started, for as long as the app lives.
 */
export function startPush(
  app: App,
  device: DevicePush,
  audience: keyof typeof audiences = 'traveller',
): PushActor {
  const { api, auth, clock, language, notification, platform, options } = app
  const { storage } = platform
  const { path, subscribe, unsubscribe } = audiences[audience]
  const currentAccount = (): Account | null => auth.getSnapshot().context.account
  const currentLocale = (): Locale => language.getSnapshot().context.locale
  const owner = () => ({ uin: currentAccount()?.uin ?? '' })

  async function endOnDevice(): Promise<void> {
    // First, since it hides the texts of what still arrives.
    await device.saveReceiver(null)
    await device.unsubscribe()
    await device.closeNotices(() => true)
  }

  const saveReceiver = ({ subscriptionId, publicKey, locale, kinds }: PushRecord): Promise<void> => {
    const token = currentAccount()?.token ?? ''
    return fromDevice(device.saveReceiver({ subscriptionId, publicKey, path, token, locale, kinds }))
  }

  async function send(
    subscription: DeviceSubscription,
    { kinds, isConsent }: Omit<SubscribeInput, 'publicKey'>,
  ): Promise<PushRecord> {
    const { endpoint, keys, publicKey } = subscription
    const account = currentAccount()
    if (!account) throw new Error('nobody is signed in')
    const locale = currentLocale()
    const answer = unwrap(
      await subscribe(api, { subscription: { endpoint, keys }, locale, kinds, isConsent }),
    )
    // The traveller may have signed out since.
    if (currentAccount()?.token !== account.token) throw new Error('signed out')
    const record: PushRecord = {
      version: 1,
      uin: account.uin,
      subscriptionId: answer.subscriptionId,
      endpoint,
      publicKey,
      locale,
      kinds: answer.kinds,
      sentAt: clock.now(),
    }
    await saveReceiver(record)
    pushStore.write(storage, record)
    return record
  }

  const resubscribe = async ({ publicKey, ...chosen }: SubscribeInput): Promise<PushRecord> =>
    send(await fromDevice(device.subscribe(publicKey)), chosen)

  async function restore(): Promise<PushFinding> {
    const permission = device.permission()
    const record = pushStore.read(storage, owner())
    const ended = async (): Promise<PushFinding> => {
      storage.remove(storageKeys.push)
      if (record) await unsubscribe(api)
      await endOnDevice()
      return { permission, record: null }
    }
    if (!record || permission !== 'granted') return ended()
    const answer = await api.call(getPushOptions, {})
    if (!answer.ok) return { permission, record }
    const { publicKey } = answer.value
    if (publicKey === null) return ended()
    const found = await fromDevice(device.findSubscription())
    const isSame =
      found?.endpoint === record.endpoint &&
      found.publicKey === publicKey &&
      record.publicKey === publicKey &&
      record.locale === currentLocale() &&
      clock.now() - record.sentAt < maxAgeMs
    try {
      if (isSame) {
        // The browser may have deleted its copy.
        await saveReceiver(record)
        return { permission, record }
      }
      const renewed = await resubscribe({ publicKey, kinds: record.kinds, isConsent: false })
      return { permission, record: renewed }
    } catch (error) {
      // The consent was withdrawn on another device.
      if (isRefusedWith(toFailure(error), errorCodes.userStateError)) return ended()
      // The next start tries again.
      return { permission, record }
    }
  }

  const actor = createActor(
    pushMachine.provide({
      actors: {
        restorePush: fromPromise<PushFinding>(restore),
        readPublicKey: fromCall<string | null>(async ({ signal }) => {
          const answer = await api.call(getPushOptions, {}, { signal })
          return answer.ok ? { ok: true, value: answer.value.publicKey } : answer
        }),
        askPermission: fromPromise(() => fromDevice(device.askPermission())),
        subscribe: fromPromise<PushRecord, SubscribeInput>(({ input }) => resubscribe(input)),
        unsubscribe: fromPromise<void>(async () => {
          const answer = await unsubscribe(api)
          try {
            await endOnDevice()
          } catch {
            // Either end suffices: the server can't reach the device, or doesn't try.
            unwrap(answer)
          }
          storage.remove(storageKeys.push)
        }),
        endPush: fromPromise<void>(async () => {
          await device.showUnread(0)
          await endOnDevice()
        }),
      },
    }),
    {
      input: { support: device.support, isDeclined: storage.get(storageKeys.pushDeclined) !== null },
      clock: platform.clock,
      inspect: options.inspect,
    },
  )

  let { openedAt } = device
  const showUnread = () => {
    const snapshot = notification.getSnapshot()
    if (!snapshot.matches('counted') || !currentAccount()) return
    const { unread } = snapshot.context
    device.showUnread(unread).catch(() => undefined)
    // Keeps notices that arrived while the app was open but not visible.
    if (unread === 0 && platform.isVisible?.() !== false)
      device.closeNotices(({ shownAt }) => shownAt < openedAt).catch(() => undefined)
  }
  let token: string | null | undefined
  const followAccount = () => {
    const next = currentAccount()?.token ?? null
    if (next === token) return
    token = next
    actor.send({ type: next === null ? 'account.signedOut' : 'account.signedIn' })
  }
  actor.subscribe(({ context }) => {
    if (context.isDeclined && storage.get(storageKeys.pushDeclined) === null)
      storage.set(storageKeys.pushDeclined, 'yes')
  })
  auth.subscribe(followAccount)
  notification.subscribe(showUnread)
  storage.subscribe((key) => {
    if (key === storageKeys.push && currentAccount()) actor.send({ type: 'record.changed' })
  })
  platform.onReturn(() => {
    openedAt = clock.deviceNow()
  })
  actor.start()
  followAccount()
  showUnread()
  return actor
}
