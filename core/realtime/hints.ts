import type { App } from '../app.ts'

/** Calls back when the traveller returns or the device is online again. Returns an unsubscribe function. */
export function onReturn(platform: App['platform'], listener: () => void): () => void {
  const stops = [
    platform.onReturn(listener),
    platform.onConnectivity((online) => {
      if (online) listener()
    }),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}

/** Calls back when anything may have changed: see `onHint`. Returns an unsubscribe function. */
function onCatchUp({ realtime, platform }: App, listener: () => void): () => void {
  const refresh = realtime.on('realtime.refresh', listener)
  const stop = onReturn(platform, listener)
  return () => {
    refresh.unsubscribe()
    stop()
  }
}

/**
 * Calls back when data should be refetched. Returns an unsubscribe function.
 * The order changed (any order if null), the traveller returned, or the device is online again.
 * The connection opened, was down for 30 s, or has been up for 60 s.
 */
export function onHint(app: App, orderId: string | null, listener: () => void): () => void {
  const subscription = app.realtime.on('realtime.orderChanged', (event) => {
    if (orderId === null || event.orderId === orderId) listener()
  })
  const stopCatchUp = onCatchUp(app, listener)
  return () => {
    subscription.unsubscribe()
    stopCatchUp()
  }
}

/**
 * Calls back on a notification, also if its message was lost, when the order changes, on return, and when the device is
 * online again. Never on a timer alone: for reads that the server logs. Returns an unsubscribe function.
 */
export function onNotification(
  { realtime, notification, platform }: App,
  orderId: string,
  listener: () => void,
): () => void {
  const countOf = ({ context, ...snapshot }: ReturnType<App['notification']['getSnapshot']>) =>
    snapshot.value === 'counted' ? context.unread : null
  let unread = countOf(notification.getSnapshot())
  let isAnnounced = false
  const subscriptions = [
    realtime.on('realtime.unreadChanged', () => {
      isAnnounced = true
      listener()
    }),
    realtime.on('realtime.orderChanged', (event) => {
      if (event.orderId === orderId) listener()
    }),
    notification.subscribe((snapshot) => {
      const count = countOf(snapshot)
      if (count === null) return
      if (unread !== null && count > unread && !isAnnounced) listener()
      unread = count
      isAnnounced = false
    }),
  ]
  const stopReturn = onReturn(platform, listener)
  return () => {
    for (const subscription of subscriptions) subscription.unsubscribe()
    stopReturn()
  }
}

/**
 * Calls back when notifications should be refetched: one arrived or was read, or as with `onHint`. Returns an
 * unsubscribe function.
 */
export function onUnreadHint(app: App, listener: () => void): () => void {
  const subscription = app.realtime.on('realtime.unreadChanged', listener)
  const stopCatchUp = onCatchUp(app, listener)
  return () => {
    subscription.unsubscribe()
    stopCatchUp()
  }
}

/** Like `onUnreadHint`, and at the hint that operators get for any changed order. */
export function onWorkHint(app: App, listener: () => void): () => void {
  const subscription = app.realtime.on('realtime.orderChanged', listener)
  const stop = onUnreadHint(app, listener)
  return () => {
    subscription.unsubscribe()
    stop()
  }
}
