import { LRUCache } from 'lru-cache'
import type { Clock } from '../clock.ts'

/** Keys that are counted; beyond, the least recently counted one is forgotten. */
const maxKeys = 20_000

export type WindowCounter = {
  /** Adds one to a key, and returns its count. */
  add(key: string): number
  /** Seconds until a key's window ends, rounded up. */
  secondsLeft(key: string): number
}

/** Counts events per key. A key's window begins with its first event. */
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
