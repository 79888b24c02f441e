import { storageKeys } from './keys.ts'
import type { KeyValueStorage } from './platform.ts'
import { type ServerClock, warningThresholdMs } from './server-clock.ts'

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
  const readDismissedOffset = () => Number(storage.get(storageKeys.clockWarning)) || 0
  let dismissedOffset = readDismissedOffset()
  const isNew = (offset: number) =>
    Math.abs(offset) > warningThresholdMs && Math.abs(offset - dismissedOffset) > warningThresholdMs
  return {
    current: () => (isNew(clock.offset()) ? clock.offset() : null),
    close() {
      dismissedOffset = clock.offset()
      storage.set(storageKeys.clockWarning, String(dismissedOffset))
      report()
    },
    subscribe(listener) {
      listeners.add(listener)
      const stops = [
        clock.subscribe(listener),
        storage.subscribe((key) => {
          if (key !== storageKeys.clockWarning) return
          dismissedOffset = readDismissedOffset()
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
