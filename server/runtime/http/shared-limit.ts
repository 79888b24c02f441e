import { LRUCache } from 'lru-cache'
import type { Clock } from '../clock.ts'
import type { TakeShared } from './request-counts.ts'

/** Maximum keys; the least recently used is evicted. */
const maxKeys = 20_000
/** Instances take this part of a limit at once, so that few requests need the database. */
const chunksPerLimit = 20
/** Without an answer after this time, an instance continues on its own count. */
const takeTimeoutMs = 500

/** Counts one event. Resolves to the seconds to wait above the limit, else null. */
export type SharedLimit = (key: string, max: number) => Promise<number | null>

type Window = {
  used: number
  granted: number
  isReported: boolean
  /** Nothing is left to take until the window ends. */
  isFull: boolean
  taking: Promise<void> | null
}

/**
 * A limit in fixed windows, which start with a key's first event. With `take`, it holds across instances: each takes
 * chunks of it from the database, and fetches the next one early. Only the first chunk is used before it is taken.
 */
export function createSharedLimit(
  { elapsedMs, later }: Pick<Clock, 'elapsedMs' | 'later'>,
  take: TakeShared | null,
  name: string,
  windowMs: number,
): SharedLimit {
  const windows = new LRUCache<string, Window>({
    max: maxKeys,
    ttl: windowMs,
    ttlResolution: 0,
    perf: { now: elapsedMs },
  })
  const secondsLeft = (key: string) => Math.ceil(windows.getRemainingTTL(key) / 1000)
  const timeout = () =>
    new Promise<never>((_resolve, reject) => {
      later(takeTimeoutMs, () => reject(new Error('the database did not answer')))
    })

  const takeChunk = async (key: string, window: Window, max: number, chunk: number, shared: TakeShared) => {
    const added = window.isReported ? chunk : window.granted + chunk
    window.isReported = true
    try {
      const taken = await Promise.race([shared(name, key, added, windowMs), timeout()])
      const excess = Math.max(0, taken.count - max)
      window.granted += Math.max(0, chunk - excess)
      window.isFull = excess > 0
      if (windows.peek(key) === window)
        windows.set(key, window, { ttl: Math.max(1, taken.secondsLeft * 1000) })
    } catch {
      window.granted = Math.min(max, window.granted + chunk)
      window.isFull = window.granted === max
    }
  }

  return async (key, max) => {
    const chunk = take ? Math.max(1, Math.floor(max / chunksPerLimit)) : max
    const newWindow = (): Window => ({
      used: 0,
      granted: chunk,
      isReported: false,
      isFull: take === null,
      taking: null,
    })
    const known = windows.get(key)
    const window = known ?? newWindow()
    if (!known) windows.set(key, window)
    const startTaking = (shared: TakeShared): Promise<void> => {
      window.taking ??= takeChunk(key, window, max, chunk, shared).finally(() => {
        window.taking = null
      })
      return window.taking
    }
    while (take && !window.isFull && window.used >= window.granted) await startTaking(take)
    if (window.used >= window.granted) return Math.max(1, secondsLeft(key))
    window.used++
    if (take && !window.isFull && window.granted - window.used < chunk / 2) void startTaking(take)
    return null
  }
}
