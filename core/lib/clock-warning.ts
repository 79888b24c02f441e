import { storageKeys } from './keys.ts'
import type { KeyValueStorage } from './platform.ts'
import { mentionedFromMs, type ServerClock } from './server-clock.ts'

/** Warning about a wrong device clock. A dismissed warning returns only if the offset changes. */
export type ClockWarning = {
  /** Milliseconds that the device is behind, negative if ahead; null if nothing is to be shown. */
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
