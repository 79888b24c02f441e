import { LRUCache } from 'lru-cache'
import type { Clock } from '../clock.ts'

/** Maximum keys; the least recently used is evicted. */
const maxKeys = 20_000

export type WindowCounter = {
  add(key: string): number
  /** Rounded up. */
  secondsLeft(key: string): number
}

/** Fixed windows, starting with a key's first event. */
export function createWindowCounter(
  { elapsedMs }: Pick<Clock, 'elapsedMs'>,
  windowMs: number,
): WindowCounter {
  const windows = new LRUCache<string, { count: number }>({
    max: maxKeys,
    ttl: windowMs,
    ttlResolution: 0,
    perf: { now: elapsedMs },
  })
  return {
    add(key) {
      const window = windows.get(key)
      if (!window) windows.set(key, { count: 1 })
      return window ? ++window.count : 1
    },
    secondsLeft: (key) => Math.ceil(windows.getRemainingTTL(key) / 1000),
  }
}
