declare const self: ServiceWorkerGlobalScope

/** Saved by the page (`web/app/platform/push.ts`) while someone gets push messages on this device. */
type Receiver = {
  subscriptionId: string
  publicKey: string
  path: string
  token: string
  locale: string
  kinds: string[]
}

/** A declarative push message (https://w3c.github.io/push-api/#declarative-push-message). */
type Notice = {
  title: string
  body?: string
  lang?: string
  tag?: string
  navigate?: string
  data?: { subscriptionId?: string; receipt?: string; close?: unknown }
}

/** Browsers that show declarative messages themselves offer theirs, which `showNotification` replaces. */
type DeclarativePush = PushEvent & { notification?: Notice | null; appBadge?: number | null }

type Badge = { setAppBadge?: (count: number) => Promise<void>; clearAppBadge?: () => Promise<void> }

const receiverKey = '/push-receiver'
/** Milliseconds until a page counts as unable to open the path itself, such as an older release. */
const openTimeoutMs = 1_000

/** For unreadable messages and other accounts'. Every push must show a notice, or browsers end the subscription. */
const neutral = {
  'en-US': { title: 'There’s news', body: 'Open the app to see what’s new.' },
  'zh-CN': { title: '有新动态', body: '打开应用查看最新动态。' },
}

export type PushOptions = {
  /** The worker's scope, which is also the page to open without a better one. */
  scope: string
  locale: string
  isPage: (path: string) => boolean
}

/** Shows push messages as notices, opens their pages, and renews a subscription that the browser changed. */
export function receivePushes({ scope, locale, isPage }: PushOptions): void {
  const cacheName = `push-${scope}`
  const { registration } = self

  async function readReceiver(): Promise<Receiver | null> {
    const saved = await caches.match(receiverKey, { cacheName })
    return (await saved?.json().catch(() => null)) ?? null
  }

  /** The path of one of this app's pages; the app's start for any other URL. */
  function pathOf(url: unknown): string {
    const target =
      URL.canParse(String(url), self.location.origin) && new URL(String(url), self.location.origin)
    const isOwn = target && target.origin === self.location.origin && isPage(target.pathname)
    return isOwn ? target.pathname + target.search : scope
  }

  async function closeNotices(tags: unknown): Promise<void> {
    if (!Array.isArray(tags)) return
    for (const notice of await registration.getNotifications()) if (tags.includes(notice.tag)) notice.close()
  }

  async function showBadge(count: unknown): Promise<void> {
    const badge = self.navigator as Badge
    if (typeof count !== 'number') return
    await (count > 0 ? badge.setAppBadge?.(count) : badge.clearAppBadge?.())
  }

  const post = (path: string, body: unknown, token?: string) =>
    fetch(`/api${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(token && { token: `Bearer ${token}` }) },
      body: JSON.stringify(body),
    })

  async function show(event: DeclarativePush): Promise<void> {
    const receiver = await readReceiver()
    const message = readMessage(event)
    const data = message?.notification.data
    if (!message || !receiver || data?.subscriptionId !== receiver.subscriptionId) {
      const texts = (receiver?.locale ?? locale) === 'zh-CN' ? neutral['zh-CN'] : neutral['en-US']
      await registration.showNotification(texts.title, {
        body: texts.body,
        tag: 'news',
        data: { path: scope },
      })
      // Nobody is signed in here any more.
      if (!receiver) await (await registration.pushManager.getSubscription())?.unsubscribe()
      return
    }
    const { title, body = '', lang = '', tag = 'news', navigate } = message.notification
    const path = pathOf(navigate)
    const options = {
      body,
      lang,
      tag,
      // A newer notice of an order alerts again, although it replaces the older one.
      renotify: true,
      icon: '/icons/app-192.png',
      navigate: new URL(path, self.location.origin).href,
      data: { path },
    }
    await registration.showNotification(title, options)
    await Promise.allSettled([
      closeNotices(data.close),
      showBadge(message.app_badge),
      post('/push-receipts', { receipt: data.receipt }),
    ])
  }

  /** Focuses an open page and lets it navigate, which asks before it drops unsaved input. */
  async function open(path: string): Promise<void> {
    const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
    const page = windows.find(({ url }) => isPage(new URL(url).pathname))
    if (!page) {
      await self.clients.openWindow(path)
      return
    }
    await page.focus().catch(() => undefined)
    const { port1, port2 } = new MessageChannel()
    const opened = new Promise<boolean>((resolve) => {
      port1.onmessage = () => resolve(true)
      setTimeout(resolve, openTimeoutMs, false)
    })
    page.postMessage({ type: 'open', path }, [port2])
    if (!(await opened)) await page.navigate(path).catch(() => self.clients.openWindow(path))
  }

  async function renew(): Promise<void> {
    const receiver = await readReceiver()
    if (!receiver) return
    const { publicKey, path, token, locale, kinds } = receiver
    const subscription = await registration.pushManager.subscribe({
      userVisibleOnly: true,
      applicationServerKey: publicKey,
    })
    const { endpoint, keys } = subscription.toJSON()
    const answer = await post(path, { subscription: { endpoint, keys }, locale, kinds }, token)
    const { code, result } = await answer.json()
    // Otherwise the next start of the app sends it.
    if (code !== 0) return
    const cache = await caches.open(cacheName)
    await cache.put(receiverKey, Response.json({ ...receiver, subscriptionId: result.subscriptionId }))
  }

  self.addEventListener('push', (event) => event.waitUntil(show(event as DeclarativePush)))
  self.addEventListener('notificationclick', (event) => {
    event.notification.close()
    event.waitUntil(open(pathOf(event.notification.data?.path)))
  })
  self.addEventListener('pushsubscriptionchange', (event) =>
    (event as ExtendableEvent).waitUntil(renew().catch(() => undefined)),
  )
}

function readMessage({ data, notification, appBadge }: DeclarativePush) {
  if (notification) return { notification, app_badge: appBadge }
  try {
    const message: { notification?: Notice; app_badge?: unknown } | null = data?.json()
    return typeof message?.notification?.title === 'string'
      ? { notification: message.notification, app_badge: message.app_badge }
      : null
  } catch {
    return null
  }
}
