import type {
  DevicePush,
  DeviceSubscription,
  PushPermission,
  PushSupport,
} from '@handsfree/core/notifications'

/** Also read by the service worker. One cache per app; the worker deletes no caches with this prefix. */
const receiverCache = (scope: string) => `push-${scope}`
const receiverKey = '/push-receiver'

const isInWeChat = (agent: string) => /MicroMessenger/.test(agent)

/** iPads pretend to be Macs. */
const isIos = ({ userAgent, maxTouchPoints }: Navigator) =>
  /iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1)

/** Apps on iOS that show pages, and can't add them to the home screen. */
const embeddedBrowser = /Alipay|DingTalk|\bQQ\/|Weibo|FBA[NV]|Instagram|\bLine\//

function supportOf(): PushSupport {
  const isSupported = 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window
  if (isInWeChat(navigator.userAgent)) return 'inWeChat'
  // The service worker is part of production builds only.
  if (!import.meta.env.PROD) return 'none'
  if (isSupported) return 'available'
  const isInstalled = window.matchMedia('(display-mode: standalone)').matches
  const canInstall = isIos(navigator) && !isInstalled && !embeddedBrowser.test(navigator.userAgent)
  return canInstall ? 'installFirst' : 'none'
}

const toPermission = (permission: NotificationPermission): PushPermission =>
  permission === 'default' ? 'unasked' : permission

const toBase64Url = (bytes: ArrayBuffer): string =>
  btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

function toSubscription(subscription: PushSubscription): DeviceSubscription {
  const { endpoint, keys } = subscription.toJSON()
  const { applicationServerKey: key } = subscription.options
  if (!endpoint || !keys?.p256dh || !keys.auth || !key) throw new Error('a subscription without keys')
  return { endpoint, publicKey: toBase64Url(key), keys: { p256dh: keys.p256dh, auth: keys.auth } }
}

export type WorkerAddress = { script: string; scope: string }

/** Push messages by the service worker of one app. */
export function createDevicePush({ script, scope }: WorkerAddress): DevicePush {
  /** A parent folder's worker is another app's. */
  const findRegistration = async () => {
    const found = await navigator.serviceWorker?.getRegistration(scope)
    return found && new URL(found.scope).pathname === scope ? found : undefined
  }
  /** Subscribing needs an active worker, which a first visit may not have yet. */
  const openRegistration = async () => {
    const registration = await navigator.serviceWorker.register(script, { scope })
    const worker = registration.installing ?? registration.waiting
    if (!registration.active && worker)
      await new Promise<void>((resolve, reject) => {
        worker.addEventListener('statechange', () => {
          if (worker.state === 'activated') resolve()
          if (worker.state === 'redundant') reject(new Error('the service worker didn’t start'))
        })
      })
    return registration
  }
  const getSubscription = async () => (await findRegistration())?.pushManager?.getSubscription() ?? null
  return {
    support: supportOf(),
    openedAt: performance.timeOrigin,
    permission: () => ('Notification' in window ? toPermission(Notification.permission) : 'denied'),
    askPermission: async () => toPermission(await Notification.requestPermission()),
    async findSubscription() {
      const found = await getSubscription()
      return found && toSubscription(found)
    },
    async subscribe(publicKey) {
      const { pushManager } = await openRegistration()
      const found = await pushManager.getSubscription()
      if (found && toSubscription(found).publicKey !== publicKey) await found.unsubscribe()
      return toSubscription(
        await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey }),
      )
    },
    async unsubscribe() {
      await (await getSubscription())?.unsubscribe()
    },
    async saveReceiver(receiver) {
      if (receiver === null) {
        await window.caches?.delete(receiverCache(scope))
        return
      }
      const cache = await caches.open(receiverCache(scope))
      await cache.put(receiverKey, Response.json(receiver))
    },
    async closeNotices(isRead) {
      const shown = (await (await findRegistration())?.getNotifications()) ?? []
      for (const notice of shown) {
        const { timestamp = 0 } = notice as Notification & { timestamp?: number }
        if (isRead({ tag: notice.tag, shownAt: timestamp })) notice.close()
      }
    },
    async showUnread(count) {
      if (count > 0) await navigator.setAppBadge?.(count)
      else await navigator.clearAppBadge?.()
    },
  }
}
