/** `installFirst`: only for an app on the home screen, as on iOS. `inWeChat`: never in WeChat's browser. */
export type PushSupport = 'none' | 'installFirst' | 'inWeChat' | 'available'

export type PushPermission = 'unasked' | 'granted' | 'denied'

/** A subscription of the device at its push service. */
export type DeviceSubscription = {
  endpoint: string
  /** The server's key that it was made for, in base64url. */
  publicKey: string
  keys: { p256dh: string; auth: string }
}

/** Facts for the part of the app that runs without a page: it checks whose a push is, and renews the subscription. */
export type PushReceiver = {
  subscriptionId: string
  publicKey: string
  /** The call that subscribes, below `/api`, with the rest of its body. */
  path: string
  token: string
  locale: string
  kinds: readonly string[]
}

/** `shownAt` is in ms since 1970 by the device's clock; 0 if unknown. */
export type ShownNotice = { tag: string; shownAt: number }

/** The device's part of push messages. Calls reject if the device or its push service fails. */
export type DevicePush = {
  support: PushSupport
  /** When the page was opened, before its scripts ran. In ms since 1970 by the device's clock. */
  openedAt: number
  permission: () => PushPermission
  /** Shows the device's question. Some devices ignore it outside of a tap. */
  askPermission: () => Promise<PushPermission>
  findSubscription: () => Promise<DeviceSubscription | null>
  /** Replaces a subscription for another key. */
  subscribe: (publicKey: string) => Promise<DeviceSubscription>
  /** Resolves without a subscription, too. */
  unsubscribe: () => Promise<void>
  saveReceiver: (receiver: PushReceiver | null) => Promise<void>
  closeNotices: (isRead: (notice: ShownNotice) => boolean) => Promise<void>
  /** The number on the app's icon; 0 removes it. */
  showUnread: (count: number) => Promise<void>
}
