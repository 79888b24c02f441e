import type { App } from '../app.ts'

/**
 * Calls back whenever something should be asked again: that order changed (any order without an id), the line came
 * up or is down for 30 s, the traveller returned, the device is online again. Answers how to stop.
 */
export function onHint(
  { realtime, platform }: App,
  orderId: string | null,
  listener: () => void,
): () => void {
  const changed = realtime.on('realtime.orderChanged', (event) => {
    if (orderId === null || event.orderId === orderId) listener()
  })
  const refresh = realtime.on('realtime.refresh', listener)
  const stopReturn = platform.onReturn(listener)
  const stopConnectivity = platform.onConnectivity((online) => {
    if (online) listener()
  })
  return () => {
    changed.unsubscribe()
    refresh.unsubscribe()
    stopReturn()
    stopConnectivity()
  }
}
