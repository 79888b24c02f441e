import type { App } from '../app.ts'

/** Calls back when the traveller has returned or the device is online again. Returns a stop function. */
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

/** Calls back when anything may have changed meanwhile: see `onHint`. Returns a stop function. */
function onCatchUp({ realtime, platform }: App, listener: () => void): () => void {
  const refresh = realtime.on('realtime.refresh', listener)
  const stop = onReturn(platform, listener)
  return () => {
    refresh.unsubscribe()
    stop()
  }
}

/**
 * Calls back whenever something should be read again: that order changed (any order without an id), the connection
 * opened, is down for 30 s or has been up for 60 s, the traveller returned, the device is online again. Returns a stop
 * function.
 */
export function onHint(app: App, orderId: string | null, listener: () => void): () => void {
  const changed = app.realtime.on('realtime.orderChanged', (event) => {
    if (orderId === null || event.orderId === orderId) listener()
  })
  const stopCatchUp = onCatchUp(app, listener)
  return () => {
    changed.unsubscribe()
    stopCatchUp()
  }
}

/**
 * Calls back whenever notifications should be read again: one came or was read, or as with `onHint`. Returns a stop
 * function.
 */
export function onUnreadHint(app: App, listener: () => void): () => void {
  const changed = app.realtime.on('realtime.unreadChanged', listener)
  const stopCatchUp = onCatchUp(app, listener)
  return () => {
    changed.unsubscribe()
    stopCatchUp()
  }
}
