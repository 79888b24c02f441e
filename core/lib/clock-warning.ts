import { storageKeys } from './keys.ts'
import type { KeyValueStorage } from './platform.ts'
import { mentionedFromMs, type ServerClock } from './server-clock.ts'

/** The warning of a wrong clock: shown until it is closed, and again only when the clock is wrong in another way. */
export type ClockWarning = {
  /** Milliseconds that the device is behind, negative when it is ahead; null when there is nothing to show. */
  current: () => number | null
  close: () => void
  /** Calls back when `current` may have changed. Returns an unsubscribe function. */
  subscribe: (listener: () => void) => () => void
}

export function createClockWarning({
  clock,
  platform: { storage },
}: {
  clock: ServerClock
  platform: { storage: KeyValueStorage }
}): ClockWarning {
  const listeners = new Set<() => void>()
  const report = () => {
    for (const listener of listeners) listener()
  }
  const readClosed = () => Number(storage.get(storageKeys.clockWarning)) || 0
  let closed = readClosed()
  const isNew = (offset: number) =>
    Math.abs(offset) > mentionedFromMs && Math.abs(offset - closed) > mentionedFromMs
  return {
    current: () => (isNew(clock.offset()) ? clock.offset() : null),
    close() {
      closed = clock.offset()
      storage.set(storageKeys.clockWarning, String(closed))
      report()
    },
    subscribe(listener) {
      listeners.add(listener)
      const stops = [
        clock.subscribe(listener),
        storage.subscribe((key) => {
          if (key !== storageKeys.clockWarning) return
          closed = readClosed()
          report()
        }),
      ]
      return () => {
        listeners.delete(listener)
        for (const stop of stops) stop()
      }
    },
  }
}
